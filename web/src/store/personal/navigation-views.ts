/** Navigation views of the person, by fragment. */
import type { EventOf } from '../../../../wire/events.ts';
import type { NavigationView } from '../../../../wire/navigation-views.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { defineNoun } from '../base/noun.ts';

type NavigationViews = Map<string, NavigationView>;
type ViewState = { navigationViews: NavigationViews };

const navigationViewsFromRegister = (response: RegisterResponse): NavigationViews =>
  new Map((response.navigation_views ?? []).map((view) => [view.fragment, { ...view }]));

function reduceNavigationViews(state: ViewState, event: EventOf<'navigation_view'>): void {
  if (event.op === 'add') {
    state.navigationViews.set(event.navigation_view.fragment, { ...event.navigation_view });
    return;
  }
  if (event.op === 'remove') {
    state.navigationViews.delete(event.fragment);
    return;
  }
  const view = state.navigationViews.get(event.fragment);
  if (view) Object.assign(view, event.data);
}

export const navigationViews = defineNoun({
  keys: ['navigation_views'],
  state: { navigationViews: navigationViewsFromRegister },
  reducers: { navigation_view: reduceNavigationViews },
});

/** Keys that open screens. */
import type { Client } from '../../connection/client.ts';
import type { Address } from '../../view/narrow/address.ts';
import { getHome, preference } from '../../view/preferences/preferences.ts';
import { useClient } from '../page/client.tsx';
import { focusList } from '../page/focus.ts';
import { isTextField, useCommands } from '../page/keyboard.ts';
import { address, getHref, goBack, navigate } from '../page/location.ts';
import { afterFrame } from '../page/quiet.ts';
import { keepKeysDuring } from '../page/typed-ahead.ts';
import { closeDrawers, isCompact, isLeftOpen, isPhone, isRightOpen } from '../page/layout.ts';
import { PeopleSide, Sidebar } from './sides.tsx';
import { withNext } from './with-next.ts';

export function useFrameCommands(): void {
  const client = useClient();
  const toUnread = (kind: 'topic' | 'direct') => (): true => {
    void withNext(({ goToUnread }) => goToUnread(client, kind));
    return true;
  };
  useCommands({
    'next-topic': toUnread('topic'),
    'next-direct': toUnread('direct'),
    feed: () => go({ screen: 'narrow', narrow: { kind: 'feed' } }),
    recent: () => go({ screen: 'recent' }),
    inbox: () => go({ screen: 'inbox' }),
    'filter-left': () => {
      isLeftOpen.value = isPhone.peek();
      return focusIn('#sidebar-filter', Sidebar.load());
    },
    'filter-people': () => {
      isRightOpen.value = true;
      return focusIn('#people-filter', PeopleSide.load());
    },
    gear: () => focusIn('#frame-menu', Promise.resolve(), { clicks: true }),
    back: () => {
      if (!isLeftOpen.peek() && !(isCompact.peek() && isRightOpen.peek())) return false;
      closeDrawers();
      return true;
    },
  });
  // After what is on the screen: a selection, a text being written.
  useCommands({ back: () => leaveScreen(client) }, { isLast: true });
}

/** Views lead to the home view, as in other clients; screens that were opened over a view lead back to it. */
function leaveScreen({ live }: Client): boolean {
  const here = address.peek();
  const home = getHome(live);
  if (here.screen !== 'narrow' && !views.includes(here.screen)) {
    goBack(home);
    return true;
  }
  if (isTextField(document.activeElement)) {
    focusList();
    return true;
  }
  if (preference(live, 'web_escape_navigates_to_home_view') === false || isHome(here, home)) return false;
  return go(home);
}

const views: readonly Address['screen'][] = ['inbox', 'recent', 'topics'];

const isHome = (here: Address, home: Address): boolean => getHref(here) === getHref(home);

function go(to: Parameters<typeof navigate>[0]): true {
  navigate(to);
  return true;
}

/** @param loaded resolves when the code of the element's component is loaded; it is rendered in the next frame */
function focusIn(selector: string, loaded: Promise<void>, { clicks = false } = {}): true {
  const focused = loaded.then(afterFrame).then(() => {
    const element = document.querySelector<HTMLElement>(selector);
    element?.focus();
    if (clicks) element?.click();
  });
  keepKeysDuring(focused);
  return true;
}

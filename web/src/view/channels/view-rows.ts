/** The views at the head of the sidebar. */
import type { Live } from '../../store/live.ts';
import { isViewShown, ownViews, viewNames, type ViewName } from '../narrow/navigation.ts';
import { preference } from '../preferences/preferences.ts';
import type { SidebarRow } from './sidebar.ts';
import { inboxCount } from './unread-count.ts';

const hasSummary = (live: Live): boolean =>
  preference(live, 'web_left_sidebar_unreads_count_summary') !== false;

export function viewRows(live: Live): SidebarRow[] {
  const counts: Partial<Record<ViewName, number>> = {
    inbox: hasSummary(live) ? inboxCount(live) : 0,
    mentions: live.get('unreads').mentions.size,
    starred: preference(live, 'starred_message_counts') === false ? 0 : live.get('starred').size,
    drafts: live.get('drafts').size,
    scheduled: live.get('scheduled').size + live.get('reminders').size,
  };
  const builtIn = viewNames.filter((view) => isViewShown(live, view));
  const own = ownViews(live).filter((view) => view.isShown);
  return [
    ...builtIn.map((view) => ({
      kind: 'view' as const,
      key: `view:${view}`,
      view,
      count: counts[view] ?? 0,
    })),
    ...own.map((view) => ({ kind: 'own-view' as const, key: `own:${view.fragment}`, view })),
    { kind: 'views', key: 'views' },
  ];
}

/** Where keys go: the next unread conversation, followed topic or channel. */
import type { Live } from '../../store/live.ts';
import { narrowKey, type Narrow } from '../../store/narrow/narrow.ts';
import { channelSections } from './channel-sections.ts';
import { nextUnread, sidebarRows } from './sidebar.ts';

export { nextFollowed } from './all-topics.ts';

/** The next conversation with unread messages after the open one, in the order of the sidebar. */
export function nextUnreadPlace(
  live: Live,
  kind: 'topic' | 'direct',
  active: Narrow | undefined,
): Narrow | undefined {
  // In an expanded channel, read topics come after unread ones, and so would the open one.
  const collapsed = new Set(active && 'channelId' in active ? [`channel:${active.channelId}`] : []);
  const [folded, expanded] = [new Set<string>(), new Set<string>()];
  const rows = sidebarRows(live, { filter: '', folded, expanded, collapsed, active, isWhole: true });
  return nextUnread(rows, kind, active && narrowKey(active));
}

/** In the order of the sidebar, wrapping around. */
export function nextChannel(live: Live, here: number | undefined, step: 1 | -1): number | undefined {
  const ids = channelSections(live).flatMap(({ channels }) => channels.map(({ id }) => id));
  const at = here === undefined ? -1 : ids.indexOf(here);
  return at < 0 ? ids.at(step === 1 ? 0 : -1) : ids[(at + step + ids.length) % ids.length];
}

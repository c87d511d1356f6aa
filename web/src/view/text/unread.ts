import { joinNames } from './list.ts';
import { t } from './text.ts';

/** What a screen reader says in place of the number: "5 unread, 1 unread mention". */
export function describeUnread(count: number, mentions: number): string {
  if (mentions === 0) return t('sidebar.unread', { count });
  const mentioned = t('sidebar.mentions', { count: mentions });
  return mentions < count ? joinNames([t('sidebar.unread', { count }), mentioned]) : mentioned;
}

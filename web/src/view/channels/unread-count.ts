/** The unread count in the title, the favicon and the badge of the installed app. */
import type { Live } from '../../store/live.ts';
import { preference } from '../preferences/preferences.ts';
import { isQuiet, topicVisibility } from './topic-visibility.ts';

const everything = 1;
const withFollowed = 2;
const nothing = 4;

/**
 * By the person's setting: all unmuted messages; direct messages, mentions and followed topics; direct messages and
 * mentions; none.
 */
export function unreadCount(live: Live): number {
  const choice = preference(live, 'desktop_icon_count_display') ?? everything;
  return choice === nothing ? 0 : countedIds(live, choice).size;
}

/** The unread messages for which the inbox is worth opening: muted ones only with a mention, whatever the title counts. */
export const inboxCount = (live: Live): number => countedIds(live, everything).size;

function countedIds(live: Live, choice: number): Set<number> {
  const { channels, direct, mentions } = live.get('unreads');
  const counted = new Set(mentions);
  for (const ids of direct.values()) for (const id of ids) counted.add(id);
  if (choice !== everything && choice !== withFollowed) return counted;
  for (const [channelId, topics] of channels) {
    for (const { topic, ids } of topics.values()) {
      const isCounted =
        choice === everything
          ? !isQuiet(live, channelId, topic)
          : topicVisibility(live, channelId, topic) === 'followed';
      if (isCounted) for (const id of ids) counted.add(id);
    }
  }
  return counted;
}

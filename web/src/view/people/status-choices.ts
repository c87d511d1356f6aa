/** What a status often is, and when it may be cleared. */
import type { EmojiId } from '../emoji/emoji.ts';

/** `kept`: when the current status is cleared. */
export type StatusTime = 'never' | 'halfHour' | 'hour' | 'today' | 'week' | 'kept';
export const statusTimes: readonly Exclude<StatusTime, 'kept'>[] = [
  'never',
  'halfHour',
  'hour',
  'today',
  'week',
];

type Preset = {
  key: 'meeting' | 'commuting' | 'sick' | 'vacation' | 'remote';
  emoji: EmojiId;
  time: StatusTime;
};

const emoji = (emoji_name: string, emoji_code: string): EmojiId => ({
  emoji_name,
  emoji_code,
  reaction_type: 'unicode_emoji',
});

export const statusPresets: readonly Preset[] = [
  { key: 'meeting', emoji: emoji('calendar', '1f4c5'), time: 'hour' },
  { key: 'commuting', emoji: emoji('bus', '1f68c'), time: 'halfHour' },
  { key: 'sick', emoji: emoji('sick', '1f912'), time: 'today' },
  { key: 'vacation', emoji: emoji('palm_tree', '1f334'), time: 'week' },
  { key: 'remote', emoji: emoji('house', '1f3e0'), time: 'today' },
];

const minute = 60_000;

/** Days end at midnight on this device, weeks with Sunday. Times are in milliseconds since 1970. */
export function endOfStatus(time: StatusTime, now: number, kept: number | undefined): number | undefined {
  const midnight = (days: number): number => {
    const date = new Date(now);
    date.setDate(date.getDate() + days);
    return date.setHours(0, 0, 0, 0);
  };
  if (time === 'kept') return kept;
  if (time === 'halfHour') return now + 30 * minute;
  if (time === 'hour') return now + 60 * minute;
  if (time === 'today') return midnight(1);
  return time === 'week' ? midnight((8 - new Date(now).getDay()) % 7 || 7) : undefined;
}

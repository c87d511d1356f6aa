/** A status: a text, an emoji, or both. */
import type { Live } from '../../store/live.ts';
import type { EmojiId } from '../emoji/emoji.ts';
import { getGlyph, type Glyph } from '../emoji/reactions.ts';

/** `until` is in milliseconds since 1970. */
export type Status = { text: string; emoji: EmojiId | undefined; until: number | undefined };

export function readStatus(live: Live, userId: number): Status {
  const status = live.get('statuses').get(userId);
  const { emoji_name: name, emoji_code: code, reaction_type: type } = status ?? {};
  const hasEmoji = name !== undefined && name !== '' && code !== undefined && type !== undefined;
  return {
    text: status?.status_text ?? '',
    until: status?.heddle_expires_at === undefined ? undefined : status.heddle_expires_at * 1000,
    emoji: hasEmoji ? { emoji_name: name, emoji_code: code, reaction_type: type } : undefined,
  };
}

/** The image or text of its emoji; undefined without one. */
export function statusGlyph(live: Live, userId: number): Glyph | undefined {
  const { emoji } = readStatus(live, userId);
  return emoji && getGlyph(live, emoji);
}

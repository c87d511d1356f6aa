/** Statuses of users in the format of the API. */
import type { UserStatus, UserStatusEvent } from '../../../../wire/status.ts';
import type { Emitted } from '../../core/log/index.ts';
import { type User, userSetting } from '../../core/organization/index.ts';
import { type ChosenEmoji, type Kind, zulipType } from '../reactions/index.ts';
import { usesOldExtraEmojiName } from '../../lib/client-programs.ts';

export interface Status {
  text: string;
  /** Empty without an emoji. */
  emojiName: string;
  emojiCode: string;
  kind: Kind;
  /** Milliseconds since 1970. */
  expiresAt: number | null;
}

/** @param client User-Agent of the client, or the name from it. */
export function statusObject(
  user: User,
  { text, emojiName, emojiCode, kind, expiresAt }: Status,
  client: string,
): UserStatus {
  const status: UserStatus = userSetting(user, 'presence_enabled') ? {} : { away: true };
  if (text !== '') status.status_text = text;
  if (emojiName !== '') {
    status.emoji_name = emojiName;
    status.emoji_code = emojiCode;
    status.reaction_type = typeFor(kind, client);
  }
  if (expiresAt !== null) status.heddle_expires_at = Math.floor(expiresAt / 1000);
  return status;
}

export const typeFor = (kind: NonNullable<UserStatusEvent['reaction_type']>, client: string) =>
  usesOldExtraEmojiName(client) ? zulipType(kind) : kind;

export function statusChanged(userId: number, { text, emoji, away, expiresAt }: StatusChange): Emitted {
  const event: Omit<UserStatusEvent, 'id'> = { type: 'user_status', user_id: userId };
  if (text !== undefined) event.status_text = text;
  if (emoji) {
    event.emoji_name = emoji.name;
    event.emoji_code = emoji.code;
    event.reaction_type = emoji.kind;
  }
  if (expiresAt !== undefined)
    event.heddle_expires_at = expiresAt === null ? null : Math.floor(expiresAt / 1000);
  if (away !== undefined) event.away = away;
  return event;
}

/** Undefined parts are not changed. */
export interface StatusChange {
  text: string | undefined;
  emoji: ChosenEmoji | undefined;
  away?: boolean | undefined;
  expiresAt?: number | null | undefined;
}

/** Reactions in the format of the API. */
import type { Reaction } from '../../../../wire/messages.ts';
import type { ReactionChange } from '../../core/log/index.ts';
import type { User } from '../../core/organization/index.ts';
import { type ChosenEmoji, zulipType } from './emoji.ts';
import type { ReactionRow } from './queries.ts';

/** @param usesOldName see `client-programs.ts`. */
export function reactionObject(row: ReactionRow, usesOldName: boolean): Reaction {
  return {
    emoji_name: row.emoji_name,
    emoji_code: row.emoji_code,
    reaction_type: usesOldName ? zulipType(row.kind) : row.kind,
    user_id: row.user_id,
  };
}

export function reactionChanged(
  op: 'add' | 'remove',
  messageId: number,
  { id, email, fullName }: User,
  { name, code, kind }: ChosenEmoji,
  isKnown: boolean,
): ReactionChange {
  return {
    type: 'reaction',
    op,
    message_id: messageId,
    emoji_name: name,
    emoji_code: code,
    reaction_type: kind,
    user_id: id,
    ...(isKnown ? { user: { user_id: id, email, full_name: fullName } } : {}),
  };
}

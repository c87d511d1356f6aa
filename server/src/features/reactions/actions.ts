/** Adds and removes reactions. */
import { sql } from 'kysely';
import type { AddReactionParams, RemoveReactionParams } from '../../../../wire/reactions.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type ReadableMessage,
  messageForChanging,
  emitMessage,
  type MessagesHidden,
} from '../../core/messages/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { trait } from '../../core/read-state/index.ts';
import { audienceAbout } from '../../core/users/index.ts';
import { noteParticipation } from '../user-topics/index.ts';
import { apiError } from '../../lib/errors.ts';
import { checkEmoji, chosen, getKind, isSameEmoji, type ChosenEmoji, type GivenEmoji } from './emoji.ts';
import { getReactionRows, type ReactionRow } from './queries.ts';
import { reactionChanged } from './serialize.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';

const deleteRows = prepared<{ list: unknown }>()((q, p, dialect) =>
  q.deleteFrom('reaction').where(inListParam(dialect, 'message_id', p.list)),
);

/** Deletes the reactions to deleted messages. Moved messages keep theirs. */
export async function deleteReactions(tx: Tx, { ids, userIds }: MessagesHidden): Promise<void> {
  if (!userIds) await tx.run(deleteRows, { list: listValue(tx.dialect, ids) });
}

/** @throws ApiError for an unknown emoji, a repeated reaction, and an unreadable message */
export async function addReaction(
  tx: Tx,
  me: Principal,
  messageId: number,
  params: AddReactionParams & GivenEmoji,
): Promise<void> {
  const message = await messageForChanging(tx, me, messageId);
  const rows = await getReactionRows(tx, [messageId]);
  const emoji = joined(tx, rows, chosen(tx.cache, params.emoji_name, params));
  if (rows.some((row) => row.user_id === me.id && hasEmoji(row, emoji)))
    throw apiError('reactions.already-exists');
  if (!rows.some((row) => hasEmoji(row, emoji))) checkRoom(rows);
  await tx.q
    .insertInto('reaction')
    .values({
      message_id: messageId,
      user_id: me.id,
      emoji_name: emoji.name,
      emoji_code: emoji.code,
      kind: emoji.kind,
    })
    .execute();
  if (rows.length === 0) await setHasReaction(tx, messageId, true);
  const { row, channel, user } = message;
  if (channel) await noteParticipation(tx, user, channel, row.topic, 'participating');
  await emitReaction(tx, message, 'add', emoji);
}

/** @throws ApiError if the caller has not reacted with this emoji */
export async function removeReaction(
  tx: Tx,
  me: Principal,
  messageId: number,
  params: RemoveReactionParams,
): Promise<void> {
  const message = await messageForChanging(tx, me, messageId);
  const { emoji_name: name, emoji_code: code } = params;
  if (name === undefined && code === undefined) throw apiError('reactions.nothing-given');
  const wanted =
    code === undefined ? chosen(tx.cache, name ?? '', params) : coded(code, params.reaction_type);
  const rows = await getReactionRows(tx, [messageId]);
  const own = rows.find((row) => row.user_id === me.id && hasEmoji(row, wanted));
  if (!own) throw apiError('reactions.not-found');
  await tx.q.deleteFrom('reaction').where('id', '=', own.id).where('message_id', '=', messageId).execute();
  if (rows.length === 1) await setHasReaction(tx, messageId, false);
  const emoji = { name: own.emoji_name, code: own.emoji_code, kind: own.kind };
  await emitReaction(tx, message, 'remove', emoji);
}

async function emitReaction(
  tx: Tx,
  message: ReadableMessage,
  op: 'add' | 'remove',
  emoji: ChosenEmoji,
): Promise<void> {
  const { everyone: isKnown = false } = await audienceAbout(tx, message.user);
  await emitMessage(tx, message, reactionChanged(op, message.row.id, message.user, emoji, isKnown));
}

const coded = (code: string, type = 'unicode_emoji'): ChosenEmoji => ({
  name: '',
  code,
  kind: getKind(type),
});

const hasEmoji = ({ emoji_code: code, kind }: ReactionRow, emoji: ChosenEmoji): boolean =>
  isSameEmoji({ code, kind }, emoji);

/** A reaction takes the name and the type of earlier ones with the same emoji, so that clients group them. */
function joined({ cache }: Tx, rows: readonly ReactionRow[], emoji: ChosenEmoji): ChosenEmoji {
  const first = rows.find((row) => hasEmoji(row, emoji));
  if (first) return { ...emoji, name: first.emoji_name, kind: first.kind };
  checkEmoji(cache, emoji);
  return emoji;
}

function checkRoom(rows: readonly ReactionRow[]): void {
  const different = new Set(rows.map((row) => `${row.kind} ${row.emoji_code}`));
  refuseAboveLimit('reactions.too-many', different.size);
}

const bit = sql.lit(trait.hasReaction);

async function setHasReaction(tx: Tx, messageId: number, value: boolean): Promise<void> {
  const traits = value ? sql<number>`traits | ${bit}` : sql<number>`traits & ~${bit}`;
  await tx.q
    .updateTable('message')
    .set({ traits })
    .where('id', '=', messageId)
    .where('org_id', '=', tx.orgId)
    .execute();
}

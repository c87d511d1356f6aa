/**
 * Reactions that were given there since an earlier run. Those of people who have signed in here do not come: they may have taken
 * theirs back here.
 */
import type { Tx } from '../../../../core/log/index.ts';
import { trait } from '../../../../core/read-state/index.ts';
import type { OrganizationCache } from '../../../../core/organization/index.ts';
import { Bulk } from '../../../../db/bulk.ts';
import type { Db } from '../../../../db/db.ts';
import { inList, withIds } from '../../../../db/sql.ts';
import { sql } from 'kysely';
import type { MessageRecord } from '../../records.ts';
import type { ImportContext } from '../context.ts';
import type { KnownItem } from '../items.ts';
import { findReactionEmoji, reactionTable, type ReactionRow } from '../reactions.ts';

export type ReactionContext = Pick<
  ImportContext,
  'orgId' | 'product' | 'people' | 'emoji' | 'emojiAliases'
> & {
  cache: OrganizationCache;
};

/** @param known Messages of earlier runs. */
export async function findNewReactions(
  db: Db,
  context: ReactionContext,
  records: readonly MessageRecord[],
  known: ReadonlyMap<string, KnownItem>,
): Promise<ReactionRow[]> {
  const wanted = new Map<string, ReactionRow>();
  for (const { id, reactions = [] } of records) {
    const messageId = known.get(id)?.localId;
    if (messageId === undefined) continue;
    for (const reaction of reactions) {
      const emoji = findReactionEmoji(context, context.cache, reaction);
      if (!emoji) continue;
      for (const user of reaction.users) {
        const userId = context.people.get(user);
        if (userId !== undefined)
          wanted.set(`${messageId} ${userId} ${emoji.code}`, [
            messageId,
            userId,
            emoji.name,
            emoji.code,
            emoji.kind,
          ]);
      }
    }
  }
  if (wanted.size === 0) return [];
  const ids = [...new Set([...wanted.values()].map(([messageId]) => messageId))];
  const given = await db.q
    .selectFrom('reaction')
    .select(['message_id', 'user_id', 'emoji_code'])
    .where(inList(db.dialect, 'message_id', ids))
    .execute();
  for (const row of given) wanted.delete(`${row.message_id} ${row.user_id} ${row.emoji_code}`);
  return findGivable(db, context.orgId, [...wanted.values()]);
}

/** Finds reactions to messages that are still here, by people who have not signed in. */
export async function findGivable(
  db: Db,
  orgId: number,
  rows: readonly ReactionRow[],
): Promise<ReactionRow[]> {
  if (rows.length === 0) return [];
  const there = await db.q
    .selectFrom('message')
    .select('id')
    .where(withIds(db.dialect, orgId, [...new Set(rows.map(([messageId]) => messageId))]))
    .execute();
  const absent = await db.q
    .selectFrom('person')
    .select('id')
    .where(withIds(db.dialect, orgId, [...new Set(rows.map(([, userId]) => userId))]))
    .where('first_sign_in_at', 'is', null)
    .execute();
  const [messages, people] = [there, absent].map((some) => new Set(some.map(({ id }) => id)));
  return rows.filter(([messageId, userId]) => messages?.has(messageId) && people?.has(userId));
}

export async function storeNewReactions(tx: Tx, rows: readonly ReactionRow[]): Promise<void> {
  await new Bulk(tx).insert(
    reactionTable,
    rows.map((row) => [...row]),
  );
  await tx.q
    .updateTable('message')
    .set({ traits: sql<number>`traits | ${sql.lit(trait.hasReaction)}` })
    .where(withIds(tx.dialect, tx.orgId, [...new Set(rows.map(([messageId]) => messageId))]))
    .execute();
  await tx.touch({});
}

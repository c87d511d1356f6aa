/**
 * Deletes messages that are older than the retention of the organization or channel. Each batch commits by itself, so that
 * the next run continues after a crash.
 */
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { inList } from '../../db/sql.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { directIdPages } from '../../core/messages/index.ts';
import { type Channel, organizationSettings } from '../../core/organization/index.ts';
import { eraseMessages } from './erase.ts';

const dayMs = 24 * 3600_000;
const batch = 100;
const conversationsAtOnce = 500;
/** Retention of a channel or an organization: unlimited. */
const forever = -1;

type ExpiryContext = Pick<AppContext, 'db' | 'clock' | 'organizations'>;

/**
 * @param isStopped Called before each batch; the rest is left to the next run.
 * @param now Milliseconds since 1970.
 */
export async function expireMessages(
  { db, clock, organizations }: ExpiryContext,
  isStopped: () => boolean = () => false,
  now = clock.now(),
): Promise<void> {
  const all = async (orgId: number, some: (tx: Tx) => Promise<boolean>) => {
    while (!isStopped() && (await db.write(orgId, 'system', some)));
  };
  for (const { id: orgId } of organizations.names) {
    const cache = await organizations.cache(orgId);
    const usual = organizationSettings(cache).message_retention_days;
    for (const { id, retentionDays } of cache.channels.values()) {
      const before = cutoff(retentionDays ?? usual, now);
      if (before === undefined) continue;
      await all(orgId, (tx) => expireInChannel(tx, id, before));
    }
    const before = cutoff(usual, now);
    if (before === undefined) continue;
    for await (const directId of conversationsBegunBefore(db.read, orgId, before)) {
      if (isStopped()) return;
      await all(orgId, (tx) => expireInConversation(tx, directId, before));
    }
  }
}

const cutoff = (days: number, now: number): number | undefined =>
  days === forever || days <= 0 ? undefined : now - days * dayMs;

/** @returns whether there is more */
async function expireInChannel(tx: Tx, channelId: number, before: number): Promise<boolean> {
  const channel = tx.cache.channels.get(channelId);
  if (!channel) return false;
  const rows = await tx.q
    .selectFrom('message')
    .select(['id', 'topic', 'topic_key', 'sent_at'])
    .where('channel_id', '=', channelId)
    .orderBy('id')
    .limit(batch)
    .execute();
  const old = rows.filter((row) => row.sent_at < before);
  for (const some of Map.groupBy(old, (row) => row.topic_key).values())
    await eraseTopicPart(tx, channel, some);
  return old.length === batch;
}

async function eraseTopicPart(
  tx: Tx,
  channel: Channel,
  rows: readonly { id: number; topic: string }[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  // An earlier deletion in this transaction may have changed the first message of the channel.
  const now = tx.cache.channels.get(channel.id) ?? channel;
  const ids = rows.map(({ id }) => id);
  await eraseMessages(tx, { channel: now, topic: first.topic }, ids);
}

async function expireInConversation(tx: Tx, directId: number, before: number): Promise<boolean> {
  const rows = await tx.q
    .selectFrom('message')
    .select(['id', 'sent_at'])
    .where('direct_id', '=', directId)
    .orderBy('id')
    .limit(batch)
    .execute();
  const old = rows.filter((row) => row.sent_at < before).map(({ id }) => id);
  if (old.length > 0) await eraseMessages(tx, { directId }, old);
  return old.length === batch;
}

/** Conversations whose oldest message has expired. */
async function* conversationsBegunBefore(db: Db, orgId: number, before: number): AsyncGenerator<number> {
  for await (const ids of directIdPages(db, orgId, conversationsAtOnce))
    yield* await begunBefore(db, ids, before);
}

async function begunBefore(db: Db, directIds: readonly number[], before: number): Promise<number[]> {
  const rows = await db.q
    .selectFrom('direct')
    .select('direct.id')
    .where(inList(db.dialect, 'direct.id', directIds))
    .where(
      sql<number>`(SELECT sent_at FROM message WHERE message.direct_id = direct.id ORDER BY message.id LIMIT 1)`,
      '<',
      before,
    )
    .orderBy('direct.id')
    .execute();
  return rows.map(({ id }) => id);
}

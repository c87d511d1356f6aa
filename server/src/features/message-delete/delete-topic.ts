/** Deletes all messages of a topic, newest first, in batches that commit separately, within a time limit. */
import { prepared } from '../../db/prepared.ts';
import { audit } from '../../core/audit/index.ts';
import { reachIn } from '../../core/channels/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import { type Tx, trigger } from '../../core/log/index.ts';
import { cleanTopic, topicEnded } from '../../core/messages/index.ts';
import { type Channel, type Principal, checkPolicyIn, currentUser } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { nameKey } from '../../lib/text.ts';
import { eraseMessages } from './erase.ts';

export interface BatchLimits {
  /** Messages in one commit. */
  batch: number;
  /** Milliseconds after which no further batch begins. */
  forMs: number;
}

/** Clients and proxies abort requests after a minute. */
const usualPace: BatchLimits = { batch: 100, forMs: 50_000 };

/**
 * Also deletes messages that a protected history hides from the caller, so that the topic does not remain for others.
 * Messages sent after the request stay.
 * @returns whether everything is deleted
 * @throws ApiError for a channel that the caller may not read, or that is archived.
 */
export async function deleteTopic(
  app: AppContext,
  me: Principal,
  channelId: number,
  given: string,
  { batch, forMs }: BatchLimits = usualPace,
): Promise<boolean> {
  const topic = cleanTopic(given);
  const end = performance.now() + forMs;
  const gone: number[] = [];
  for (;;) {
    const erased = await app.db.write(me.orgId, me, (tx) =>
      eraseNewest(tx, me, { channelId, topic }, { limit: batch, gone }),
    );
    gone.push(...erased);
    if (erased.length < batch) return true;
    if (performance.now() >= end) return false;
  }
}

/** Ids of the messages of one batch, the newest first. */
async function eraseNewest(
  tx: Tx,
  me: Principal,
  { channelId, topic }: { channelId: number; topic: string },
  { limit, gone }: { limit: number; gone: readonly number[] },
): Promise<number[]> {
  const [upTo = Number.MAX_SAFE_INTEGER] = gone;
  const channel = channelForDeletion(tx, me, channelId);
  const place = { channel_id: channelId, topic_key: nameKey(topic) };
  const rows = await tx.rows(newest, { ...place, up_to: upTo, limit });
  const ids = rows.map((row) => row.id);
  const name = rows[0]?.topic ?? topic;
  if (ids.length > 0) {
    await eraseMessages(tx, { channel, topic: name }, ids);
    await audit(tx, {
      action: 'topic.delete',
      target: { type: 'channel', id: channelId, name: channel.name },
      before: { topic: name, messages: ids.length },
    });
  }
  const [later] = await tx.rows(newest, { ...place, up_to: Number.MAX_SAFE_INTEGER, limit: 1 });
  if (later) return ids;
  await trigger(tx, topicEnded, { from: { channelId, topic: name }, ids: [...gone, ...ids] });
  return ids;
}

function channelForDeletion(tx: Tx, me: Principal, channelId: number): Channel {
  checkPolicyIn(tx, 'administrators', me);
  const user = currentUser(tx.cache, me);
  const channel = tx.cache.channels.get(channelId);
  if (!channel || channel.isArchived || reachIn(tx.cache, channel, user) === 'none')
    throw apiError('channels.not-found');
  return channel;
}

interface Batch {
  channel_id: number;
  topic_key: string;
  up_to: number;
  limit: number;
}

const newest = prepared<Batch>()((q, p) =>
  q
    .selectFrom('message')
    .select(['id', 'topic'])
    .where('channel_id', '=', p.channel_id)
    .where('topic_key', '=', p.topic_key)
    .where('id', '<=', p.up_to)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

/** The job that deletes all messages of users, in batches that commit separately, so that it continues after a crash. */
import { type JobContext, jobKind } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { eraseMessages } from './erase.ts';

const batch = 100;

export async function deleteSent({ app, orgId, payload }: JobContext<DeleteSent>): Promise<void> {
  for (const senderId of payload.senderIds) {
    let after: number | undefined = 0;
    while (after !== undefined) {
      const start: number = after;
      after = await app.db.write(orgId, 'system', (tx) => eraseBatch(tx, senderId, payload, start));
    }
  }
}

/** @returns the id to continue after; `undefined` at the end */
async function eraseBatch(
  tx: Tx,
  senderId: number,
  kinds: SentKinds,
  after: number,
): Promise<number | undefined> {
  const rows = await sentMessages(tx, senderId, kinds, after);
  const places = Map.groupBy(rows, (row) => `${row.channel_id} ${row.direct_id} ${row.topic_key}`);
  for (const some of places.values()) {
    const [first] = some;
    if (!first) continue;
    const ids = some.map(({ id }) => id);
    const channel = first.channel_id === null ? undefined : tx.cache.channels.get(first.channel_id);
    if (channel) await eraseMessages(tx, { channel, topic: first.topic }, ids);
    else if (first.direct_id !== null) await eraseMessages(tx, { directId: first.direct_id }, ids);
  }
  return rows.length < batch ? undefined : rows.at(-1)?.id;
}

function sentMessages(tx: Tx, senderId: number, kinds: SentKinds, after: number) {
  return tx.q
    .selectFrom('message')
    .leftJoin('channel', 'channel.id', 'message.channel_id')
    .select(['message.id', 'channel_id', 'direct_id', 'topic', 'topic_key'])
    .where('message.org_id', '=', tx.orgId)
    .where('sender_id', '=', senderId)
    .where('message.id', '>', after)
    .where((eb) =>
      eb.or([
        ...(kinds.direct ? [eb('channel_id', 'is', null)] : []),
        ...(kinds.privateChannels ? [eb('channel.is_private', '=', 1)] : []),
        ...(kinds.publicChannels ? [eb('channel.is_private', '=', 0)] : []),
      ]),
    )
    .orderBy('message.id')
    .limit(batch)
    .execute();
}

// Job kinds of this feature, with their payloads.

/** Where messages are deleted. */
interface SentKinds {
  publicChannels: boolean;
  privateChannels: boolean;
  direct: boolean;
}

interface DeleteSent extends SentKinds {
  senderIds: number[];
}

export const jobs = {
  /** Deletes the messages of users. */
  deleteSent: jobKind<DeleteSent>('deleteSent'),
};

/** GET /users/me/{channel}/topics: the topics of a channel as far as the reader may know them. */
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { topicListSql } from '../../db/sql.ts';
import type { Channel } from '../../directory/types.ts';
import { badRequest } from '../../http/errors.ts';
import type { Principal } from '../../http/principal.ts';
import { Encoded } from '../../http/route.ts';
import { canReadChannel, reachIn } from '../messages/access.ts';
import { topicObject } from './serialize.ts';

/** @throws ApiError as for a channel that does not exist, if the caller may not read it. */
export async function getStreamTopics(
  db: Db,
  { directory, user }: Principal,
  channelId: number,
  allowsEmpty: boolean,
): Promise<Encoded> {
  const channel = directory.channels.get(channelId);
  if (!channel || !canReadChannel(directory, channel, user)) throw badRequest('Invalid channel ID');
  if (reachIn(directory, channel, user) === 'all')
    return new Encoded(`"topics":${await allTopics(db, channel, allowsEmpty)}`);
  const topics = await receivedTopics(db, channel, user.id);
  topics.sort((a, b) => b.last_message_id - a.last_message_id);
  const shown = topics.map(({ name, last_message_id: last }) => topicObject(name, last, allowsEmpty));
  return new Encoded(`"topics":${JSON.stringify(shown)}`);
}

async function allTopics(db: Db, channel: Channel, allowsEmpty: boolean): Promise<string> {
  const emptyName = allowsEmpty ? '' : emptyTopicDisplayName;
  const [row] = await db.connection.query(topicListSql(db.dialect), [emptyName, channel.id]);
  return String(row?.topics);
}

interface LastMessage {
  name: string;
  last_message_id: number;
}

/** Topics with a message from within one of the reader's memberships, each with the newest such message. */
async function receivedTopics(db: Db, channel: Channel, userId: number): Promise<LastMessage[]> {
  const spans = await db.rows(spansOf, { channel_id: channel.id, user_id: userId });
  const last = new Map<string, LastMessage>();
  for (const { from_message_id, to_message_id } of spans) {
    const range = { channel_id: channel.id, from: from_message_id };
    const found =
      to_message_id === null
        ? await db.rows(topicsSince, range)
        : await db.rows(topicsBetween, { ...range, to: to_message_id });
    // Spans come in order, so a later one knows the newer message.
    for (const { topic_key, name, last_message_id } of found)
      if (last_message_id !== null) last.set(topic_key, { name, last_message_id });
  }
  return [...last.values()];
}

const spansOf = prepared<{ channel_id: number; user_id: number }>()((q, p) =>
  q
    .selectFrom('membership')
    .select(['from_message_id', 'to_message_id'])
    .where('channel_id', '=', p.channel_id)
    .where('user_id', '=', p.user_id)
    .orderBy('from_position'),
);

/** For somebody who is still a member the newest message of the topic is the newest they received. */
const topicsSince = prepared<{ channel_id: number; from: number }>()((q, p) =>
  q
    .selectFrom('topic')
    .select((eb) => [
      'topic_key',
      'name',
      eb.ref('last_message_id').$castTo<number | null>().as('last_message_id'),
    ])
    .where('channel_id', '=', p.channel_id)
    .where('last_message_id', '>=', p.from),
);

const topicsBetween = prepared<{ channel_id: number; from: number; to: number }>()((q, p) =>
  q
    .selectFrom('topic')
    .select((eb) => [
      'topic_key',
      'name',
      eb
        .selectFrom('message')
        .select((of) => of.fn.max('message.id').as('id'))
        .whereRef('message.channel_id', '=', 'topic.channel_id')
        .whereRef('message.topic_key', '=', 'topic.topic_key')
        .where('message.id', '>=', p.from)
        .where('message.id', '<', p.to)
        .as('last_message_id'),
    ])
    .where('topic.channel_id', '=', p.channel_id)
    .where('topic.last_message_id', '>=', p.from),
);

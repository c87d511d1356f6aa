/** GET /users/me/{channel}/topics: the topics of a channel that the reader may see. */
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { topicListSql } from '../../db/sql.ts';
import { canReadChannel, reachIn, topicObject } from '../../core/channels/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Reader } from '../../core/messages/index.ts';
import { type Channel, notSignedIn } from '../../core/organization/index.ts';
import { openChannels, spectatorReader } from '../../core/spectators/index.ts';
import { apiError } from '../../lib/errors.ts';
import { Encoded } from '../../http/route.ts';
import { keptTopics } from './kept-topics.ts';

/** @throws ApiError 401 for a channel that is not web-public, whether it exists or not */
export async function spectatorOfChannel(
  { organizations, config }: Pick<AppContext, 'organizations' | 'config'>,
  orgId: number,
  channelId: number,
): Promise<Reader> {
  if (orgId === 0) throw notSignedIn();
  const cache = await organizations.cache(orgId);
  const reader = spectatorReader(config, cache);
  if (!reader || !openChannels(config, cache).some(({ id }) => id === channelId)) throw notSignedIn();
  return reader;
}

/** @throws ApiError as for a channel that does not exist, if the caller may not read it. */
export async function getStreamTopics(
  app: Pick<AppContext, 'db' | 'services'>,
  { cache, user }: Pick<Reader, 'cache' | 'user'>,
  channelId: number,
  { allowsEmpty }: { allowsEmpty: boolean },
): Promise<Encoded> {
  const db = app.db.read;
  const channel = cache.channels.get(channelId);
  if (!channel || !canReadChannel(cache, channel, user)) throw apiError('channels.not-found');
  const isWhole = reachIn(cache, channel, user) === 'all';
  const ready = isWhole ? await keptTopics(app).response(channelId, allowsEmpty) : undefined;
  if (ready) return ready;
  const spans = isWhole ? [whole] : await db.rows(getSpans, { channel_id: channelId, user_id: user.id });
  const [only] = spans;
  if (only && spans.length === 1 && only.to_message_id === null)
    return new Encoded(`"topics":${await topicsFrom(db, channel, only.from_message_id, allowsEmpty)}`);
  const topics = await topicsIn(db, channel, spans);
  topics.sort((a, b) => b.last_message_id - a.last_message_id);
  const shown = topics.map(({ name, last_message_id: last }) => topicObject(name, last, { allowsEmpty }));
  return new Encoded(`"topics":${JSON.stringify(shown)}`);
}

interface Span {
  from_message_id: number;
  to_message_id: number | null;
}

const whole: Span = { from_message_id: 0, to_message_id: null };

/** Topics for a reader who sees all messages from one on: the newest message of each topic is visible to them. */
async function topicsFrom(db: Db, channel: Channel, from: number, allowsEmpty: boolean): Promise<string> {
  const emptyName = allowsEmpty ? '' : emptyTopicDisplayName;
  const [row] = await db.connection.query(topicListSql(db.dialect), [emptyName, channel.id, from]);
  return String(row?.topics);
}

interface LastMessage {
  name: string;
  last_message_id: number;
}

/** Topics with a message within one of the spans, each with its newest such message. */
async function topicsIn(db: Db, channel: Channel, spans: readonly Span[]): Promise<LastMessage[]> {
  const last = new Map<string, LastMessage>();
  for (const { from_message_id, to_message_id } of spans) {
    const range = { channel_id: channel.id, from: from_message_id };
    const found =
      to_message_id === null
        ? await db.rows(topicsSince, range)
        : await db.rows(topicsBetween, { ...range, to: to_message_id });
    // Spans are in order, so a later one has the newer message.
    for (const { topic_key, name, last_message_id } of found)
      if (last_message_id !== null) last.set(topic_key, { name, last_message_id });
  }
  return [...last.values()];
}

const getSpans = prepared<{ channel_id: number; user_id: number }>()((q, p) =>
  q
    .selectFrom('membership')
    .select(['from_message_id', 'to_message_id'])
    .where('channel_id', '=', p.channel_id)
    .where('user_id', '=', p.user_id)
    .orderBy('from_position'),
);

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

/** Reads messages only for topics that have newer messages than the span. */
const topicsBetween = prepared<{ channel_id: number; from: number; to: number }>()((q, p) =>
  q
    .selectFrom('topic')
    .select((eb) => [
      'topic_key',
      'name',
      eb
        .case()
        .when('topic.last_message_id', '<', p.to)
        .then(eb.ref('topic.last_message_id'))
        .else(
          eb
            .selectFrom('message')
            .select((of) => of.fn.max('message.id').as('id'))
            .whereRef('message.channel_id', '=', 'topic.channel_id')
            .whereRef('message.topic_key', '=', 'topic.topic_key')
            .where('message.id', '>=', p.from)
            .where('message.id', '<', p.to),
        )
        .end()
        .as('last_message_id'),
    ])
    .where('topic.channel_id', '=', p.channel_id)
    .where('topic.last_message_id', '>=', p.from),
);

/** The feature: pinned topics. */
import { EmptyResponse, limits } from '../../../../wire/core.ts';
import { PinTopicParams, type PinnedTopic } from '../../../../wire/pinned-topics.ts';
import { on, type Tx } from '../../core/log/index.ts';
import {
  topicEnded,
  cleanTopic,
  findKnownTopic,
  knowersOfFormer,
  knowersOfTopic,
  type TopicEnded,
} from '../../core/messages/index.ts';
import { personal } from '../../core/events/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { channelInUse } from '../../core/channels/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import { type Principal, currentUser } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { codePoints, nameKey, tidySpaces, unprintableAt } from '../../lib/text.ts';
import { setPins, pinnedBy } from './set-pins.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';

const pinnedTopicRoutes = [
  route({
    method: 'POST',
    path: '/heddle/pinned_topics',
    operationId: 'pin-topic',
    policy: 'humans',
    leaves: 'nothing',
    personal: true,
    params: PinTopicParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => pinTopic(tx, me, params),
  }),
  route({
    method: 'DELETE',
    path: '/heddle/pinned_topics',
    operationId: 'unpin-topic',
    policy: 'humans',
    leaves: 'nothing',
    personal: true,
    params: PinTopicParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => unpinTopic(tx, me.id, params),
  }),
];

const pinnedTopicState: Pick<StateFetchers, 'heddle_pinned_topic'> = {
  heddle_pinned_topic: async ({ tx, me }) => ({ heddle_pinned_topics: await getPins(tx, me.id) }),
};

export const pinnedTopicsFeature = defineFeature({
  routes: pinnedTopicRoutes,
  events: { heddle_pinned_topic: personal },
  registerState: pinnedTopicState,
  reactions: [on(topicEnded, movePins)],
});

// Pins topics for one user. Only clients of the user receive the events.

/** Idempotent. @throws ApiError for a channel that the caller may not read */
async function pinTopic(tx: Tx, me: Principal, params: PinTopicParams): Promise<void> {
  const user = currentUser(tx.cache, me);
  const channel = channelInUse(tx.cache, user, params.channel_id);
  if (codePoints(params.topic) > limits.topicLength)
    throw apiError('parameters.too-long', { name: 'topic', limit: limits.topicLength });
  const given = cleanTopic(params.topic);
  const topic = (await findKnownTopic(tx, { cache: tx.cache, user }, channel, given))?.name ?? given;
  const pins = await getPins(tx, me.id);
  if (pins.some((pin) => pin.channel_id === channel.id && nameKey(pin.topic) === nameKey(topic))) return;
  refuseAboveLimit('topics.too-many-pins', pins.length);
  await setPins(tx, [me.id], { channelId: channel.id, topic }, true);
}

/** Idempotent. Also works in channels that the user can no longer see. */
async function unpinTopic(tx: Tx, userId: number, params: PinTopicParams): Promise<void> {
  // The parameter may be larger than an id in the database can be.
  if (tx.cache.channels.get(params.channel_id) === undefined) return;
  if (unprintableAt(tidySpaces(params.topic)) > 0) return;
  await setPins(tx, [userId], { channelId: params.channel_id, topic: tidySpaces(params.topic) }, false);
}

const byUser = prepared<{ user_id: number }>()((q, p) =>
  q
    .selectFrom('pinned_topic')
    .select(['channel_id', 'topic'])
    .where('user_id', '=', p.user_id)
    .orderBy('channel_id')
    .orderBy('topic_key'),
);

async function getPins(db: Db, userId: number): Promise<PinnedTopic[]> {
  const rows = await db.rows(byUser, { user_id: userId });
  return rows.map((row) => ({ channel_id: row.channel_id, topic: row.topic }));
}

// Moves or deletes the pins of a topic when it is moved or deleted.

/** Pins move with all messages of a topic, except for users who know nothing of the destination. A later topic of the name is not pinned. */
async function movePins(tx: Tx, ended: TopicEnded): Promise<void> {
  const { from, to } = ended;
  if (from.channelId === to?.channelId && nameKey(from.topic) === nameKey(to.topic)) return;
  const userIds = [...(await knowersOfFormer(tx, tx.cache, ended, await pinnedBy(tx, from)))];
  if (userIds.length === 0) return;
  await setPins(tx, userIds, from, false);
  if (to) await setPins(tx, [...(await knowersOfTopic(tx, tx.cache, to, userIds))], to, true);
}

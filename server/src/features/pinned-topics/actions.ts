/** Pins topics for one user. Only clients of the user receive the events. */
import { limits } from '../../../../wire/core.ts';
import type { PinTopicParams } from '../../../../wire/pinned-topics.ts';
import { channelInUse } from '../../core/channels/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { cleanTopic, findTopic } from '../../core/messages/index.ts';
import { type Principal, currentUser } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { codePoints, nameKey, tidySpaces, unprintableAt } from '../../lib/text.ts';
import { getPins } from './queries.ts';
import { setPins } from './set-pins.ts';

/** Idempotent. @throws ApiError for a channel that the caller may not read */
export async function pinTopic(tx: Tx, me: Principal, params: PinTopicParams): Promise<void> {
  const user = currentUser(tx.cache, me);
  const { id: channelId } = channelInUse(tx.cache, user, params.channel_id);
  if (codePoints(params.topic) > limits.topicLength)
    throw apiError('parameters.too-long', { name: 'topic', limit: limits.topicLength });
  const given = cleanTopic(params.topic);
  const topic = (await findTopic(tx, channelId, given))?.name ?? given;
  const pins = await getPins(tx, me.id);
  if (pins.some((pin) => pin.channel_id === channelId && nameKey(pin.topic) === nameKey(topic))) return;
  refuseAboveLimit('topics.too-many-pins', pins.length);
  await setPins(tx, [me.id], { channelId, topic }, true);
}

/** Idempotent. Also works in channels that the user can no longer see. */
export async function unpinTopic(tx: Tx, userId: number, params: PinTopicParams): Promise<void> {
  // The parameter may be larger than an id in the database can be.
  if (tx.cache.channels.get(params.channel_id) === undefined) return;
  if (unprintableAt(tidySpaces(params.topic)) > 0) return;
  await setPins(tx, [userId], { channelId: params.channel_id, topic: tidySpaces(params.topic) }, false);
}

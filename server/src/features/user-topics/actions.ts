/** What people say themselves about topics. */
import type { MuteTopicParams } from '../../../../wire/user-topics.ts';
import { limits } from '../../../../wire/core.ts';
import { topicPolicy, type TopicPolicy } from '../../../../wire/user-topics.ts';
import type { Tx } from '../../db/tx.ts';
import type { Channel } from '../../directory/types.ts';
import { badRequest, incompatible, missingParam } from '../../http/errors.ts';
import type { Principal } from '../../http/principal.ts';
import { codePoints, nameKey } from '../../text.ts';
import { canSeeChannel } from '../messages/access.ts';
import { cleanTopic, findTopic } from '../messages/topics.ts';
import { setPolicies } from './policies.ts';

/** @throws ApiError for a channel that the caller may not know of, unless they only take back what they said. */
export async function setTopicPolicy(
  tx: Tx,
  me: Principal,
  channelId: number,
  topic: string,
  policy: TopicPolicy,
): Promise<void> {
  await setIn(tx, me, tx.directory.channels.get(channelId), topic, policy);
}

export async function muteTopic(tx: Tx, me: Principal, channel: ChannelRef, params: Muting): Promise<void> {
  const policy = params.op === 'add' ? topicPolicy.muted : topicPolicy.inherit;
  await setIn(tx, me, channelBy(tx, channel), params.topic, policy);
}

type Muting = Pick<MuteTopicParams, 'op' | 'topic'>;

export interface ChannelRef {
  id: number | undefined;
  name: string | undefined;
}

function channelBy({ directory }: Tx, { id, name }: ChannelRef): Channel | undefined {
  if (id !== undefined) return directory.channels.get(id);
  return directory.channels.find('name', nameKey((name ?? '').trim()));
}

async function setIn(
  tx: Tx,
  me: Principal,
  channel: Channel | undefined,
  given: string,
  policy: TopicPolicy,
): Promise<void> {
  const user = tx.directory.users.get(me.id) ?? me.user;
  const isTakingBack = policy === topicPolicy.inherit;
  if (!channel || !(isTakingBack || canSeeChannel(tx.directory, channel, user)))
    throw badRequest('Invalid channel ID');
  if (codePoints(given) > limits.topicLength)
    throw badRequest(`topic is too long (limit: ${limits.topicLength} characters)`);
  const topic = cleanTopic(given);
  const name = (await findTopic(tx, channel.id, topic))?.name ?? topic;
  await setPolicies(tx, [user.id], { channelId: channel.id, topic: name }, policy);
}

/** @throws ApiError unless a channel is named in exactly one way, by names of parameters that the caller knows. */
export function checkNamedOnce({ id, name }: ChannelRef, idParam: string, nameParam: string): void {
  if (id === undefined && name === undefined) throw missingParam(idParam);
  if (id !== undefined && name !== undefined) throw incompatible(idParam, nameParam);
}

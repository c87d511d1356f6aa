/** Follows and unmutes topics automatically after actions of a user: policies are only raised, and muted topics stay muted. */
import { topicPolicy } from '../../../../wire/topics.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../../core/log/index.ts';
import { type Channel, type User, userSetting } from '../../core/organization/index.ts';
import { nameKey } from '../../lib/text.ts';
import { mayRaise, raisePolicies, type AutomaticPolicy } from './policies.ts';

/** Values of the two settings: each one includes the higher ones. */
const occasions = { participating: 1, sending: 2, beginning: 3 } as const;
export type FollowOccasion = keyof typeof occasions;

/** Also for users who are not subscribed, since they may send to public channels. */
const situation = prepared<{ user_id: number; channel_id: number; topic_key: string }>()((q, p) =>
  q.selectNoFrom((eb) => [
    eb
      .selectFrom('subscription')
      .select('is_muted')
      .where('subscription.user_id', '=', p.user_id)
      .where('subscription.channel_id', '=', p.channel_id)
      .as('is_muted'),
    eb
      .selectFrom('user_topic')
      .select('policy')
      .where('user_topic.user_id', '=', p.user_id)
      .where('user_topic.channel_id', '=', p.channel_id)
      .where('user_topic.topic_key', '=', p.topic_key)
      .as('policy'),
    eb
      .selectFrom('topic')
      .select('last_message_id')
      .where('topic.channel_id', '=', p.channel_id)
      .where('topic.topic_key', '=', p.topic_key)
      .as('last'),
  ]),
);

/**
 * Follows or unmutes the topic for a participant, according to their settings. Uses at most one query, for any size of
 * the channel. @returns the new policy; undefined if it did not change
 * @param occasion `sending` counts as starting if the topic does not exist yet: call before the message is stored.
 */
export async function noteParticipation(
  tx: Tx,
  user: User,
  channel: Channel,
  topic: string,
  occasion: Exclude<FollowOccasion, 'beginning'>,
): Promise<AutomaticPolicy | undefined> {
  if (user.isBot) return undefined;
  if (occasion !== 'sending' && !tx.cache.members.has(channel.id, user.id)) return undefined;
  const follows = userSetting(user, 'automatically_follow_topics_policy');
  const unmutes = userSetting(user, 'automatically_unmute_topics_in_muted_streams_policy');
  const most = Math.min(follows, unmutes);
  if (most > occasions.beginning || (occasion === 'participating' && most > occasions.participating))
    return undefined;
  const place = { user_id: user.id, channel_id: channel.id, topic_key: nameKey(topic) };
  const { settledTopics } = tx.cache;
  if (settledTopics.has(user.id, channel.id, place.topic_key)) return undefined;
  const now = await tx.first(situation, place);
  const isNew = occasion === 'sending' && (now?.last ?? null) === null;
  const rank = occasions[isNew ? 'beginning' : occasion];
  const policy = wished(rank, follows, now?.is_muted === 1 ? unmutes : never);
  if (policy === undefined || !mayRaise(now?.policy, policy)) {
    // Participating never has more effect than sending, so the topic is settled for both.
    if (occasion === 'sending') settledTopics.add(user.id, channel.id, place.topic_key);
    return undefined;
  }
  await raisePolicies(tx, [user.id], { channelId: channel.id, topic }, policy);
  return policy;
}

const never = 4;

function wished(rank: number, follows: number, unmutes: number): AutomaticPolicy | undefined {
  if (follows <= rank) return topicPolicy.followed;
  return unmutes <= rank ? topicPolicy.unmuted : undefined;
}

/** Follows the topic for users mentioned by name who have enabled that. */
export async function followWhereMentioned(
  tx: Tx,
  channel: Channel,
  topic: string,
  mentioned: readonly number[],
): Promise<void> {
  const { users, members } = tx.cache;
  const wanting = mentioned.filter((id) => {
    const user = users.get(id);
    if (!user || user.isBot || !members.has(channel.id, id)) return false;
    return userSetting(user, 'automatically_follow_topics_where_mentioned');
  });
  if (wanting.length === 0) return;
  await raisePolicies(tx, wanting, { channelId: channel.id, topic }, topicPolicy.followed);
}

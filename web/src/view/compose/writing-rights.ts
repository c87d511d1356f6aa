/** Why the person cannot write to a destination, shown in advance. The server decides. */
import type { Channel } from '../../../../wire/channels.ts';
import type { GroupSetting } from '../../../../wire/core.ts';
import type { Target } from '../../store/writing/drafts.ts';
import { directKey, holds, topicKey } from '../../store/index.ts';
import type { Live } from '../../store/live.ts';
import { getConversation } from '../../store/narrow/narrow.ts';
import { withoutResolvedMark } from '../../../../wire/topics.ts';
import { emptyTopicName, personName } from '../narrow/names.ts';
import { t } from '../text/text.ts';

/**
 * @param topics of the channel, as far as known
 * @returns the reason; undefined if none is known
 */
export function writingObjection(live: Live, to: Target, topics?: readonly string[]): string | undefined {
  return to.kind === 'topic' ? topicObjection(live, to, topics) : directObjection(live, to.userIds);
}

/** The server decides about an invisible channel. */
export function mayBeginTopics(live: Live, channelId: number | undefined): boolean {
  const channel = channelId === undefined ? undefined : live.get('channels').get(channelId);
  return channel === undefined || isHeldBy(live, channel.can_create_topic_group, [live.get('own').user_id]);
}

/** Whether messages in a channel must, may or cannot have a topic. */
export function topicRule(live: Live, channelId: number | undefined): 'either' | 'named' | 'none' {
  const channel = channelId === undefined ? undefined : live.get('channels').get(channelId);
  if (channel === undefined) return 'either';
  const policy = topicsPolicy(live, channel);
  if (policy === 'disable_empty_topic') return 'named';
  return policy === 'empty_topic_only' ? 'none' : 'either';
}

const topicsPolicy = (live: Live, { topics_policy }: Channel) =>
  topics_policy === 'inherit' ? live.get('organization').realm_topics_policy : topics_policy;

/** Whether only the topic is missing. */
export const needsTopic = (live: Live, to: Target): boolean =>
  to.kind === 'topic' && to.topic.trim() === '' && topicRule(live, to.channelId) === 'named';

type TopicTarget = Target & { kind: 'topic' };

/**
 * Why messages cannot be moved to a topic; undefined if nothing prevents it. Within a channel no permission to post is
 * needed, and topics may always be resolved.
 */
export function moveObjection(
  live: Live,
  from: TopicTarget,
  to: TopicTarget,
  topics?: readonly string[],
): string | undefined {
  const isHere = from.channelId === to.channelId;
  if (isHere && withoutResolvedMark(from.topic) === withoutResolvedMark(to.topic.trim())) return undefined;
  if (needsTopic(live, to)) return t('compose.needsTopic');
  return isHere ? nameObjection(live, to, topics) : topicObjection(live, to, topics);
}

function topicObjection(
  live: Live,
  to: TopicTarget,
  topics: readonly string[] | undefined,
): string | undefined {
  const channel = to.channelId === undefined ? undefined : live.get('channels').get(to.channelId);
  if (channel === undefined) return undefined;
  if (channel.is_archived) return t('compose.archived');
  if (!isHeldBy(live, channel.can_send_message_group, [live.get('own').user_id]))
    return t('compose.onlyRead');
  return nameObjection(live, to, topics);
}

function nameObjection(
  live: Live,
  to: TopicTarget,
  topics: readonly string[] | undefined,
): string | undefined {
  if (to.topic.trim() !== '' && topicRule(live, to.channelId) === 'none')
    return t('compose.noTopics', { name: emptyTopicName(live) });
  if (topics === undefined || to.topic.trim() === '' || mayBeginTopics(live, to.channelId)) return undefined;
  return isThere(live, to, topics) ? undefined : t('compose.noNewTopic');
}

/** Includes topics that were started since the list was fetched. */
function isThere(live: Live, { channelId, topic }: TopicTarget, topics: readonly string[]): boolean {
  const key = topicKey(topic.trim());
  if (topics.some((name) => topicKey(name) === key)) return true;
  const ownId = live.get('own').user_id;
  return [...live.get('messages').values()].some((message) => {
    const place = getConversation(message, ownId);
    return place.kind === 'topic' && place.channelId === channelId && topicKey(place.topic) === key;
  });
}

function directObjection(live: Live, userIds: readonly number[]): string | undefined {
  const users = live.get('users');
  const gone = userIds.find((id) => users.get(id)?.is_active === false);
  if (gone !== undefined) return t('compose.deactivated', { name: personName(live, gone) });
  // A user who is not loaded may be the one who allows it; bots may always be written to.
  if (userIds.every((id) => users.get(id)?.is_bot !== false)) return undefined;
  const ownId = live.get('own').user_id;
  const { realm_direct_message_permission_group: allowed, realm_direct_message_initiator_group: beginners } =
    live.get('organization');
  if (allowed !== undefined && !isHeldBy(live, allowed, [ownId, ...userIds])) return t('compose.noDirect');
  if (beginners === undefined || isHeldBy(live, beginners, [ownId]) || haveTalked(live, userIds))
    return undefined;
  return t('compose.noNewDirect');
}

/** As many as the server sends; with more, an unknown topic may exist. */
const checkedConversations = 1000;

function haveTalked(live: Live, userIds: readonly number[]): boolean {
  const conversations = live.get('conversations');
  return (
    conversations.has(directKey(userIds, live.get('own').user_id)) ||
    conversations.size >= checkedConversations
  );
}

const isHeldBy = (live: Live, setting: GroupSetting, userIds: readonly number[]): boolean =>
  userIds.some((id) => holds(live.get('groups'), setting, id));

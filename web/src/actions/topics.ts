/** Actions on topics. */
import type { DeleteTopicResponse } from '../../../wire/deletion.ts';
import type { GetMessagesResponse } from '../../../wire/messages.ts';
import { getFailure, type ApiFailure } from '../api.ts';
import type { Client } from '../client.ts';
import { topicKey } from '../store/index.ts';
import { topicPolicyParams } from '../store/organization/wire-names.ts';
import { resolvedMark } from '../view/narrow/names.ts';
import { visibilities, type TopicVisibility } from '../view/channels/topic-visibility.ts';
import { ask } from './ask.ts';

/** Shown at once; taken back if the server refuses. */
export async function setVisibility(
  client: Client,
  channelId: number,
  topic: string,
  visibility: TopicVisibility,
): Promise<ApiFailure | undefined> {
  const index = visibilities.indexOf(visibility) as 0 | 1 | 2 | 3;
  const before = client.live.peek().personal.topics.get(channelId)?.get(topicKey(topic))?.policy ?? 0;
  const show = (policy: 0 | 1 | 2 | 3): void => {
    const params = topicPolicyParams(channelId, topic, policy);
    const event = { ...params, topic_name: topic, last_updated: Math.floor(Date.now() / 1000) };
    client.live.apply([{ type: 'user_topic', id: -1, ...event }]);
  };
  show(index);
  const failure = await ask(client.api.post('/user_topics', topicPolicyParams(channelId, topic, index)));
  if (failure !== undefined) show(before);
  return failure;
}

/** Shown at once; taken back if the server refuses. */
export async function setPinned(
  { api, live }: Client,
  channelId: number,
  topic: string,
  isPinned: boolean,
): Promise<ApiFailure | undefined> {
  const show = (op: 'add' | 'remove') =>
    live.apply([{ type: 'heddle_pinned_topic', id: -1, op, channel_id: channelId, topic }]);
  show(isPinned ? 'add' : 'remove');
  const params = { channel_id: channelId, topic };
  const failure = await ask(
    isPinned ? api.post('/heddle/pinned_topics', params) : api.delete('/heddle/pinned_topics', params),
  );
  if (failure !== undefined) show(isPinned ? 'remove' : 'add');
  return failure;
}

async function newestId({ api }: Client, channelId: number, topic: string): Promise<number | undefined> {
  const narrow = [
    { operator: 'channel', operand: channelId },
    { operator: 'topic', operand: topic },
  ];
  const range = { anchor: 'newest', num_before: 1, num_after: 0, allow_empty_topic_name: true };
  return (await api.get<GetMessagesResponse>('/messages', { ...range, narrow })).messages.at(-1)?.id;
}

/** Resolves or unresolves a topic: the mark is part of its name. */
export async function toggleResolved(
  client: Client,
  channelId: number,
  topic: string,
): Promise<ApiFailure | undefined> {
  const renamed = topic.startsWith(resolvedMark) ? topic.slice(resolvedMark.length) : resolvedMark + topic;
  try {
    const id = await newestId(client, channelId, topic);
    if (id === undefined) return undefined;
    await client.api.patch(`/messages/${id}`, {
      topic: renamed,
      propagate_mode: 'change_all',
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: true,
    });
    return undefined;
  } catch (error) {
    return getFailure(error);
  }
}

/** Asks again until all of it is gone: the server does what it can in one request. */
export async function deleteTopic(
  { api }: Client,
  channelId: number,
  topic: string,
): Promise<ApiFailure | undefined> {
  try {
    for (;;) {
      const response = await api.post<DeleteTopicResponse>(`/streams/${channelId}/delete_topic`, {
        topic_name: topic,
      });
      if (response.complete) return undefined;
    }
  } catch (error) {
    return getFailure(error);
  }
}

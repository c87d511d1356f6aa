/** Actions on topics. */
import type { DeleteTopicResponse } from '../../../wire/deletion.ts';
import type { ApiFailure } from '../connection/api.ts';
import type { Client } from '../connection/client.ts';
import { topicKey } from '../store/index.ts';
import { topicPolicyParams } from '../store/organization/wire-names.ts';
import { visibilities, type TopicVisibility } from '../view/channels/topic-visibility.ts';
import { ask, toOutcome } from './request/outcome.ts';

/** Applied optimistically; rolled back if the server refuses. */
export async function setVisibility(
  client: Client,
  channelId: number,
  topic: string,
  visibility: TopicVisibility,
): Promise<ApiFailure | undefined> {
  // All four values are in the list.
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

/** Applied optimistically; rolled back if the server refuses. */
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

/** Repeats the request until the topic is deleted, since the server deletes a limited number of messages at a time. */
export async function deleteTopic(
  { api }: Client,
  channelId: number,
  topic: string,
): Promise<ApiFailure | undefined> {
  for (;;) {
    const request = api.post<DeleteTopicResponse>(`/streams/${channelId}/delete_topic`, {
      topic_name: topic,
    });
    const { value, failure } = await toOutcome(request);
    if (failure !== undefined || value.complete) return failure;
  }
}

/** Components that show the topics of channels have them fetched. */
import { useEffect, useState } from 'preact/hooks';
import { loadTopics } from '../../actions/topic-lists.ts';
import type { ApiFailure } from '../../api.ts';
import { needsTopics, type KnownTopic } from '../../store/channels/topics.ts';
import { allTopics } from '../../view/channels/topics.ts';
import { useClient } from '../page/client.tsx';

/** The topic that was written in last comes first; undefined until they are here. */
export function useTopicList(channelId: number | undefined): {
  topics: readonly KnownTopic[] | undefined;
  failure: ApiFailure | undefined;
} {
  const client = useClient();
  const { live } = client;
  const [failure, setFailure] = useState<ApiFailure>();
  const isWanted = channelId !== undefined && needsTopics(live.get('topics').get(channelId));
  const registration = live.begun.value;
  useEffect(() => {
    if (isWanted) void loadTopics(client, channelId).then(setFailure);
  }, [channelId, isWanted, registration]);
  return { topics: channelId === undefined ? undefined : allTopics(live, channelId), failure };
}

/** The latest first; none until they have come. */
export const useTopics = (channelId: number | undefined): readonly string[] =>
  useKnownTopics(channelId) ?? [];

/** Undefined until they have come. */
export const useKnownTopics = (channelId: number | undefined): readonly string[] | undefined =>
  useTopicList(channelId).topics?.map(({ topic }) => topic);

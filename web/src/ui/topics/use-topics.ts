/** Components that show the topics of channels have them fetched. */
import { useEffect } from 'preact/hooks';
import { loadTopics } from '../../actions/topic-lists.ts';
import { needsTopics } from '../../store/channels/topics.ts';
import { allTopics } from '../../view/channels/topics.ts';
import { useClient } from '../page/client.tsx';

/** The latest first; none until they have come. */
export const useTopics = (channelId: number | undefined): readonly string[] =>
  useKnownTopics(channelId) ?? [];

/** The topic that was written in last comes first; undefined until they are here. */
export function useKnownTopics(channelId: number | undefined): readonly string[] | undefined {
  const client = useClient();
  const { live } = client;
  const isWanted = channelId !== undefined && needsTopics(live.get('topics').get(channelId));
  const registration = live.begun.value;
  useEffect(() => {
    if (isWanted) void loadTopics(client, channelId);
  }, [channelId, isWanted, registration]);
  return channelId === undefined ? undefined : allTopics(live, channelId)?.map(({ topic }) => topic);
}

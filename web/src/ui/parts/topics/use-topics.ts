/** Loads the topics of channels for components. */
import { useEffect } from 'preact/hooks';
import { loadTopics } from '../../../actions/topic-lists.ts';
import { needsTopics } from '../../../store/channels/topics.ts';
import { allTopics } from '../../../view/channels/topics.ts';
import { useClient } from '../../page/client.tsx';

/** Newest first; empty until they are loaded. */
export const useTopics = (channelId: number | undefined): readonly string[] =>
  useKnownTopics(channelId) ?? [];

/** Newest first; undefined until they are loaded. */
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

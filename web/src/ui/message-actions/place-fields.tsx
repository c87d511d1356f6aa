import { useEffect, useState } from 'preact/hooks';
import { topicsOf } from '../../actions/message-changes.ts';
import { emptyTopicName } from '../../view/names.ts';
import { suggest } from '../../view/suggest.ts';
import { t } from '../../view/text.ts';
import { useClient } from '../page/client.tsx';
import { Reason } from './delete-dialog.tsx';
import { SuggestField } from './suggest-field.tsx';

/** Channels that messages can be moved to, by name. */
export function useChannels(): ReadonlyMap<string, number> {
  const { live } = useClient();
  const channels = live.get('channels');
  return new Map(
    [...live.get('subscriptions').keys()].flatMap((id) => {
      const channel = channels.get(id);
      return channel === undefined || channel.is_archived ? [] : [[channel.name, id] as const];
    }),
  );
}

type Props = {
  channel: string;
  topic: string;
  onChannel: (name: string) => void;
  onTopic: (topic: string) => void;
  rights: { moveTopic: boolean; moveChannel: boolean };
};

/** Channel and topic, each suggested while one writes. */
export function PlaceFields({ channel, topic, onChannel, onTopic, rights }: Props) {
  const { live } = useClient();
  const channels = useChannels();
  const channelId = channels.get(channel);
  const topics = useTopics(channelId);
  const names = [...channels.keys()].sort((a, b) => a.localeCompare(b));
  return (
    <>
      {rights.moveChannel && (
        <div>
          <SuggestField
            label={t('compose.channel')}
            value={channel}
            // All of them when one begins, as the name that stands there is to be replaced.
            suggestions={suggest(names, channelId === undefined ? channel : '', 50)}
            isInvalid={channelId === undefined}
            onInput={onChannel}
          />
          <Reason text={channelId === undefined ? t('actions.noChannel') : undefined} />
        </div>
      )}
      <SuggestField
        label={t('compose.topic')}
        value={topic}
        suggestions={suggest(
          topics.filter((each) => each !== '' && each !== topic),
          topic,
        )}
        placeholder={emptyTopicName(live)}
        maxLength={live.get('organization').max_topic_length ?? 60}
        isDisabled={!rights.moveTopic}
        onInput={onTopic}
      />
    </>
  );
}

/** Without them one writes the topic oneself. */
function useTopics(channelId: number | undefined): readonly string[] {
  const client = useClient();
  const [topics, setTopics] = useState<readonly string[]>([]);
  useEffect(() => {
    let isWanted = true;
    if (channelId !== undefined)
      void topicsOf(client, channelId).then(({ value }) => isWanted && setTopics(value ?? []));
    return () => {
      isWanted = false;
    };
  }, [channelId]);
  return topics;
}

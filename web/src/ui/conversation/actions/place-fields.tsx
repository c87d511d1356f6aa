import { emptyTopicName } from '../../../view/narrow/names.ts';
import { suggest } from '../../../view/people/suggest.ts';
import { collator } from '../../../view/text/collator.ts';
import { t } from '../../../view/text/text.ts';
import { topicRule } from '../../../view/compose/writing-rights.ts';
import { useClient } from '../../page/client.tsx';
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
  /** Topics of the channel, as far as known. */
  topics: readonly string[];
  /** Why messages cannot be moved there. */
  objection: string | undefined;
  onChannel: (name: string) => void;
  onTopic: (topic: string) => void;
  rights: { moveTopic: boolean; moveChannel: boolean };
};

/** Channel and topic with suggestions. */
export function PlaceFields({ channel, topic, topics, objection, onChannel, onTopic, rights }: Props) {
  const { live } = useClient();
  const channels = useChannels();
  const channelId = channels.get(channel);
  const rule = topicRule(live, channelId);
  const isUnnamed = rule === 'none' && topic === '';
  const names = [...channels.keys()].sort(collator.compare);
  return (
    <>
      {rights.moveChannel && (
        <div class="field">
          <SuggestField
            label={t('compose.channel')}
            value={channel}
            // Lists all before the first key press, since typing replaces the name in the field.
            suggestions={suggest(names, channelId === undefined ? channel : '', 50)}
            isInvalid={channelId === undefined}
            onInput={onChannel}
          />
          <Reason text={channelId === undefined ? t('actions.noChannel') : undefined} />
        </div>
      )}
      <div class="field">
        <SuggestField
          label={t('compose.topic')}
          value={topic}
          suggestions={suggest(
            topics.filter((each) => each !== '' && each !== topic),
            topic,
          )}
          placeholder={rule === 'named' ? t('compose.topicNeeded') : emptyTopicName(live)}
          maxLength={live.get('organization').max_topic_length ?? 60}
          isDisabled={!rights.moveTopic || isUnnamed}
          isFree
          isFirst={rights.moveTopic && !isUnnamed}
          onInput={onTopic}
        />
        {isUnnamed && <p class="dialogs-hint">{t('compose.noTopics', { name: emptyTopicName(live) })}</p>}
        <Reason text={objection} />
      </div>
    </>
  );
}

import { useState } from 'preact/hooks';
import type { Live } from '../../store/live.ts';
import type { Target } from '../../store/writing/drafts.ts';
import { isConversation, type Narrow } from '../../store/narrow/narrow.ts';
import {
  channelColor,
  channelName,
  directName,
  emptyTopicName,
  personName,
  topicPath,
} from '../../view/narrow/names.ts';
import { suggestChannels, suggestPeople, suggestTopics } from '../../view/compose/place-suggestions.ts';
import { t } from '../../view/text/text.ts';
import { mayBeginTopics, needsTopic, topicRule } from '../../view/compose/writing-rights.ts';
import { Chip } from '../kit/chip.tsx';
import { useClient } from '../page/client.tsx';
import { withEmoji } from '../kit/emoji-text.tsx';
import { useTopics } from '../parts/topics/use-topics.ts';
import './destination.css';
import { PlaceField } from './writing/place-field.tsx';
import { focusPlace } from './state/send.ts';
import { aim, isOwnPlace, retarget, wantFocus } from './state/state.ts';

/** The destination: collapsed to a chip in a conversation, fields elsewhere. */
export function Destination({ to, narrow }: { to: Target; narrow: Narrow }) {
  const { live } = useClient();
  const [isOpen, setOpen] = useState(false);
  const isHere = isConversation(narrow) && isOwnPlace(narrow, to);
  if (isHere && !isOpen && !needsTopic(live, to)) {
    return (
      <button
        type="button"
        class="destination-chip"
        title={t('compose.change')}
        onClick={() => setOpen(true)}
      >
        <Folded to={to} live={live} />
      </button>
    );
  }
  return (
    <div class="destination">
      <span class="destination-label">
        {t(aim.value && isConversation(narrow) ? 'compose.toOther' : 'compose.to')}
      </span>
      {to.kind === 'topic' ? <TopicFields to={to} live={live} /> : <PeopleField to={to} live={live} />}
    </div>
  );
}

function Folded({ to, live }: { to: Target; live: Live }) {
  if (to.kind === 'direct') return <span class="one-line">{withEmoji(directName(live, to.userIds))}</span>;
  const id = to.channelId!;
  return (
    <>
      <span class="destination-dot" style={{ background: channelColor(live, id) }} />
      <span class="one-line">{withEmoji(topicPath(live, id, to.topic))}</span>
    </>
  );
}

type TopicProps = { to: Target & { kind: 'topic' }; live: Live };

function TopicFields({ to, live }: TopicProps) {
  const [query, setQuery] = useState<string>();
  const name = to.channelId === undefined ? '' : channelName(live, to.channelId);
  return (
    <>
      <PlaceField
        name="channel"
        label={t('compose.channel')}
        placeholder={t('compose.channel')}
        value={query ?? name}
        // Lists all before the first key press, since typing replaces the name in the field.
        suggest={() => suggestChannels(live, query ?? '')}
        noneText={t('compose.noChannel')}
        onInput={setQuery}
        onChoose={(channelId) => {
          setQuery(undefined);
          retarget({ ...to, channelId });
          const hasTopics = topicRule(live, channelId) !== 'none';
          if (!hasTopics || !focusPlace({ ...to, channelId })) wantFocus('place');
        }}
        onLeave={() => setQuery(undefined)}
      />
      <span class="destination-part" aria-hidden="true">
        ›
      </span>
      <TopicField to={to} live={live} />
    </>
  );
}

/** In a channel without topics there is no field. */
function TopicField({ to, live }: TopicProps) {
  const rule = topicRule(live, to.channelId);
  const topics = useTopics(to.channelId);
  const mayBegin = mayBeginTopics(live, to.channelId);
  if (rule === 'none' && to.topic === '')
    return <span class="destination-label destination-none one-line">{emptyTopicName(live)}</span>;
  const offered = rule === 'named' ? topics.filter((topic) => topic !== '') : topics;
  return (
    <PlaceField
      name="topic"
      isFree
      label={t('compose.topic')}
      placeholder={t(rule === 'named' ? 'compose.topicNeeded' : 'compose.topicHint')}
      value={to.topic}
      suggest={() => (to.channelId === undefined ? [] : suggestTopics(live, offered, to.topic, mayBegin))}
      maxLength={live.get('organization').max_topic_length ?? 60}
      onInput={(topic) => retarget({ ...to, topic })}
      onChoose={(topic) => {
        retarget({ ...to, topic });
        wantFocus();
      }}
    />
  );
}

function PeopleField({ to, live }: { to: Target & { kind: 'direct' }; live: Live }) {
  const [query, setQuery] = useState('');
  const choose = (userIds: readonly number[]) => retarget({ kind: 'direct', userIds });
  return (
    <>
      {to.userIds.map((id) => (
        <Chip
          key={id}
          removeLabel={t('compose.remove', { name: personName(live, id) })}
          onRemove={() => choose(to.userIds.filter((each) => each !== id))}
        >
          {withEmoji(personName(live, id))}
        </Chip>
      ))}
      <PlaceField
        name="people"
        label={t('compose.people')}
        placeholder={t('compose.peopleHint')}
        value={query}
        suggest={() => suggestPeople(live, query, [...to.userIds, live.get('own').user_id])}
        noneText={live.hasPeople.value ? t('compose.nobody') : undefined}
        onInput={setQuery}
        onChoose={(id) => {
          setQuery('');
          choose([...to.userIds, id]);
        }}
        onLeave={() => setQuery('')}
        onBack={() => choose(to.userIds.slice(0, -1))}
      />
    </>
  );
}

import { useState } from 'preact/hooks';
import type { Live } from '../../store/live.ts';
import type { Target } from '../../store/drafts.ts';
import { isConversation, type Narrow } from '../../store/narrow.ts';
import { channelColor, channelName, directName, personName, topicName } from '../../view/names.ts';
import { t } from '../../view/text.ts';
import { Chip } from '../base/chip.tsx';
import { useClient } from '../page/client.tsx';
import './destination.css';
import { retarget } from './state.ts';

/** Where it goes: folded into a chip in a conversation, fields elsewhere. */
export function Destination({ to, narrow }: { to: Target; narrow: Narrow }) {
  const { live } = useClient();
  const [isOpen, setOpen] = useState(false);
  const isHere = isConversation(narrow) && to.kind === narrow.kind && !isIncomplete(to);
  if (isHere && !isOpen) {
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
      <span class="destination-label">{t('compose.to')}</span>
      {to.kind === 'topic' ? <TopicFields to={to} live={live} /> : <PeopleField to={to} live={live} />}
    </div>
  );
}

const isIncomplete = (to: Target): boolean => to.kind === 'topic' && to.channelId === undefined;

function Folded({ to, live }: { to: Target; live: Live }) {
  if (to.kind === 'direct') return <span class="one-line">{directName(live, to.userIds)}</span>;
  const id = to.channelId!;
  return (
    <>
      <span class="destination-dot" style={{ background: channelColor(live, id) }} />
      <span class="one-line">
        {channelName(live, id)} › {topicName(live, to.topic).name}
      </span>
    </>
  );
}

function TopicFields({ to, live }: { to: Target & { kind: 'topic' }; live: Live }) {
  const channels = [...live.get('subscriptions').keys()]
    .map((id) => ({ id, name: channelName(live, id) }))
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    <>
      <select
        class="destination-select"
        name="channel"
        aria-label={t('compose.channel')}
        onChange={(event) => retarget({ ...to, channelId: Number(event.currentTarget.value) })}
      >
        {to.channelId === undefined && <option value="">{t('compose.channel')}</option>}
        {channels.map(({ id, name }) => (
          <option key={id} value={id} selected={id === to.channelId}>
            {name}
          </option>
        ))}
      </select>
      <span class="destination-part" aria-hidden="true">
        ›
      </span>
      <input
        class="destination-topic"
        name="topic"
        value={to.topic}
        placeholder={t('compose.topicHint')}
        aria-label={t('compose.topic')}
        maxLength={live.get('organization').max_topic_length ?? 60}
        autoComplete="off"
        onInput={(event) => retarget({ ...to, topic: event.currentTarget.value })}
      />
    </>
  );
}

function PeopleField({ to, live }: { to: Target & { kind: 'direct' }; live: Live }) {
  const add = (name: string): boolean => {
    const wanted = name.trim().toLocaleLowerCase();
    const found = [...live.get('users').values()].find(
      (user) => user.is_active && user.full_name.toLocaleLowerCase() === wanted,
    );
    if (found === undefined || to.userIds.includes(found.user_id)) return false;
    retarget({ kind: 'direct', userIds: [...to.userIds, found.user_id] });
    return true;
  };
  return (
    <>
      {to.userIds.map((id) => (
        <Chip
          key={id}
          removeLabel={t('compose.remove', { name: personName(live, id) })}
          onRemove={() => retarget({ kind: 'direct', userIds: to.userIds.filter((each) => each !== id) })}
        >
          {personName(live, id)}
        </Chip>
      ))}
      <input
        class="destination-topic"
        name="people"
        list="compose-people"
        placeholder={t('compose.peopleHint')}
        aria-label={t('compose.people')}
        autoComplete="off"
        onInput={(event) => {
          if (add(event.currentTarget.value)) event.currentTarget.value = '';
        }}
      />
      <datalist id="compose-people">
        {[...live.get('users').values()]
          .filter((user) => user.is_active && !to.userIds.includes(user.user_id))
          .slice(0, 200)
          .map((user) => (
            <option key={user.user_id} value={user.full_name} />
          ))}
      </datalist>
    </>
  );
}

import type { Signal } from '@preact/signals';
import { Star } from 'lucide-preact';
import type { Message } from '../../../../wire/messages.ts';
import { personName } from '../../view/names.ts';
import { clockOf } from '../../view/preferences.ts';
import { t } from '../../view/text.ts';
import { fullTimeOf, timeOf } from '../../view/times.ts';
import { Avatar } from '../base/avatar.tsx';
import { Icon } from '../base/icon.tsx';
import { useClient } from '../page/client.tsx';
import { hrefOf } from '../page/location.ts';
import { conversationOf } from '../../store/narrow.ts';
import './message.css';
import { MessageActions } from './message-actions.tsx';
import { Reactions } from './reactions.tsx';
import { RenderedContent } from './rendered-content.tsx';

type Props = { id: number; isFirst: boolean; selected: Signal<number | undefined> };

/** A message. The sender stands above the first of a group; the time of the others shows on hover. */
export function MessageView({ id, isFirst, selected }: Props) {
  const { live } = useClient();
  const message = live.message(id);
  if (message === undefined) return null;
  const isSelected = selected.value === id;
  const mentioned = message.flags.some((flag) => flag.endsWith('mentioned'));
  const classes = [
    'message',
    isFirst && 'message-first',
    isSelected && 'message-selected',
    mentioned && 'message-mention',
  ];
  const name = personName(live, message.sender_id);
  return (
    <article
      class={classes.filter(Boolean).join(' ')}
      data-message-id={id}
      tabIndex={-1}
      aria-label={`${name}, ${timeOf(message.timestamp, clockOf(live))}`}
      onFocus={() => (selected.value = id)}
    >
      <div class="message-side">
        {isFirst ? (
          <Avatar
            userId={message.sender_id}
            name={name}
            url={live.get('users').get(message.sender_id)?.avatar_url ?? message.avatar_url}
          />
        ) : (
          <Time message={message} />
        )}
      </div>
      <div class="message-main">
        {isFirst && (
          <div class="message-head">
            <span class="message-name one-line">{name}</span>
            <Time message={message} />
            <Marks message={message} />
          </div>
        )}
        {!isFirst && <Marks message={message} />}
        <RenderedContent html={message.content} />
        {message.reactions.length > 0 && <Reactions message={message} />}
      </div>
      <MessageActions message={message} />
    </article>
  );
}

function Time({ message }: { message: Message }) {
  const { live } = useClient();
  const clock = clockOf(live);
  const to = {
    screen: 'narrow',
    narrow: conversationOf(message, live.peek().own.user_id),
    near: message.id,
  } as const;
  return (
    <a class="message-time numeric" href={hrefOf(to)} title={fullTimeOf(message.timestamp, clock)}>
      <time dateTime={new Date(message.timestamp * 1000).toISOString()}>
        {timeOf(message.timestamp, clock)}
      </time>
    </a>
  );
}

function Marks({ message }: { message: Message }) {
  const { live } = useClient();
  const isStarred = live.get('starred').has(message.id);
  const isEdited = message.last_edit_timestamp !== undefined;
  if (!isStarred && !isEdited) return null;
  return (
    <span class="message-marks">
      {isEdited && <span>{t('messages.edited')}</span>}
      {isStarred && (
        <span class="message-star" role="img" aria-label={t('views.starred')}>
          <Icon of={Star} isFilled />
        </span>
      )}
    </span>
  );
}

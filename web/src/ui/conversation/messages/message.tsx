import { useComputed, type Signal } from '@preact/signals';
import { Pin, Star } from 'lucide-preact';
import type { VNode } from 'preact';
import type { Message } from '../../../../../wire/messages.ts';
import type { Live } from '../../../store/live.ts';
import { getConversation } from '../../../store/narrow/narrow.ts';
import { personName, senderName } from '../../../view/narrow/names.ts';
import { getClock } from '../../../view/preferences/preferences.ts';
import { t } from '../../../view/text/text.ts';
import { getFullTime, getMarginTime, toTime } from '../../../view/text/times.ts';
import { Icon } from '../../kit/icon.tsx';
import { withEmoji } from '../../kit/emoji-text.tsx';
import { overlay } from '../actions/state.ts';
import { useClient } from '../../page/client.tsx';
import { latePart } from '../../kit/toasts/late.tsx';
import { getHref } from '../../page/location.ts';
import { useLate } from '../../page/quiet.ts';
import './message.css';
import { chosen } from '../actions/chosen.ts';
import { useLongPress } from '../../page/long-press.ts';
import { MessageContent } from './message-content.tsx';
import { Reactions } from './reactions.tsx';
import { PassingAvatar } from '../../parts/people/late-avatar.tsx';
import { useTypists } from '../../parts/people/use-typists.ts';

/** If the buttons cannot be loaded, a long press still opens the menu. */
export const MessageActions = latePart(() => import('./message-actions.tsx').then((m) => m.MessageActions), {
  isAhead: true,
  Failed: () => null,
});

type Props = {
  id: number;
  isFirst: boolean;
  selected: Signal<number | undefined>;
  isSearch: boolean;
};

/** A message. The first of a group shows the sender; the others show their time on hover. */
export function MessageView({ id, isFirst, selected, isSearch }: Props) {
  const { live } = useClient();
  const press = useLongPress((anchor) => (overlay.value = { kind: 'menu', id, anchor }));
  const [hasActions, showActions] = useLate();
  const message = live.message(id);
  const isChosen = useComputed(() => chosen.value?.ids.includes(id) === true).value;
  if (message === undefined) return null;
  const isSelected = selected.value === id;
  const mentioned = message.flags.some((flag) => flag.endsWith('mentioned'));
  const classes = [
    'message',
    isFirst && 'message-first',
    isSelected && 'message-selected',
    isChosen && 'message-chosen',
    mentioned && 'message-mention',
    message.is_me_message && 'message-me',
  ];
  const name = senderName(live, message);
  const parts = getParts(live, message, name, { isFirst, isSearch, isExact: hasActions });
  return (
    <article
      class={classes.filter(Boolean).join(' ')}
      data-message-id={id}
      tabIndex={-1}
      aria-label={`${name}, ${toTime(message.timestamp, getClock(live))}`}
      aria-description={isChosen ? t('messages.isChosen') : undefined}
      onFocusIn={(event) => {
        if (event.target === event.currentTarget) selected.value = id;
        showActions();
      }}
      onPointerEnter={showActions}
      {...press}
    >
      <div class="message-side">
        {isFirst ? (
          <PassingAvatar
            userId={message.sender_id}
            name={name}
            url={live.get('users').get(message.sender_id)?.avatar_url ?? message.avatar_url}
          />
        ) : (
          parts.time
        )}
      </div>
      <div class="message-main">
        {message.is_me_message ? doing(parts) : saying(parts, isFirst)}
        <BeingEdited id={id} />
        {message.reactions.length > 0 && <Reactions message={message} />}
      </div>
      {(hasActions || isSelected) && <MessageActions message={message} />}
    </article>
  );
}

type MessageParts = Record<'name' | 'time' | 'marks' | 'content', VNode>;

function saying({ name, time, marks, content }: MessageParts, isFirst: boolean) {
  return (
    <>
      {isFirst ? (
        <div class="message-head">
          {name}
          {time}
          {marks}
        </div>
      ) : (
        marks
      )}
      {content}
    </>
  );
}

/** The sender's name is the first word of the text. */
const doing = ({ name, time, marks, content }: MessageParts) => (
  <>
    {name}
    {content}
    {time}
    {marks}
  </>
);

/** Functions rather than components, if they subscribe to nothing: scrolling renders hundreds of them. */
function getParts(
  live: Live,
  message: Message,
  name: string,
  { isFirst, isSearch, isExact }: { isFirst: boolean; isSearch: boolean; isExact: boolean },
): MessageParts {
  return {
    name: (
      <button type="button" class="message-name one-line" data-person-id={message.sender_id}>
        {withEmoji(name)}
      </button>
    ),
    time: timeLink(live, message, isFirst ? toTime : getMarginTime, isExact),
    marks: <Marks message={message} />,
    content: <MessageContent id={message.id} isSearch={isSearch} />,
  };
}

/**
 * The margin has space for a short time; the first of a group has AM or PM. The full date is a tooltip that is
 * formatted on hover, since formatting takes as long as the rest of a row.
 */
function timeLink(live: Live, message: Message, write: typeof toTime, isExact: boolean): VNode {
  const clock = getClock(live);
  const to = {
    screen: 'narrow',
    narrow: getConversation(message, live.peek().own.user_id),
    near: message.id,
  } as const;
  return (
    <a
      class="message-time numeric"
      href={getHref(to)}
      title={isExact ? getFullTime(message.timestamp, clock) : undefined}
    >
      <time dateTime={new Date(message.timestamp * 1000).toISOString()}>
        {write(message.timestamp, clock)}
      </time>
    </a>
  );
}

function Marks({ message }: { message: Message }) {
  const { live } = useClient();
  const isStarred = live.get('starred').has(message.id);
  const isPinned = live.get('pinnedMessages').has(message.id);
  const isEdited = message.last_edit_timestamp !== undefined;
  const isMoved = !isEdited && message.last_moved_timestamp !== undefined;
  const isByAgent = message.client.startsWith('MCP (');
  if (!isStarred && !isPinned && !isEdited && !isMoved && !isByAgent) return null;
  return (
    <span class="message-marks">
      {isByAgent && <span class="message-agent">{message.client}</span>}
      {(isEdited || isMoved) && (
        <button
          type="button"
          class="message-changed"
          onClick={() => (overlay.value = { kind: 'history', id: message.id })}
        >
          {t(isEdited ? 'messages.edited' : 'messages.moved')}
        </button>
      )}
      {isPinned && (
        <span class="message-pin" role="img" aria-label={t('pins.pinned')}>
          <Icon of={Pin} />
        </span>
      )}
      {isStarred && (
        <span class="message-star" role="img" aria-label={t('views.starred')}>
          <Icon of={Star} isFilled />
        </span>
      )}
    </span>
  );
}

function BeingEdited({ id }: { id: number }) {
  const { live } = useClient();
  const [someone] = useTypists(live, live.get('typing').messages.get(id));
  if (someone === undefined) return null;
  return (
    <p class="message-editing">{withEmoji(t('actions.editing', { name: personName(live, someone) }))}</p>
  );
}

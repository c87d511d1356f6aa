import { useComputed, type Signal } from '@preact/signals';
import { Pin, Star } from 'lucide-preact';
import type { VNode } from 'preact';
import type { Message } from '../../../../../wire/messages.ts';
import type { Live } from '../../../store/live.ts';
import { getConversation } from '../../../store/narrow/narrow.ts';
import { personName, senderName } from '../../../view/narrow/names.ts';
import { getClock, preference } from '../../../view/preferences/preferences.ts';
import { t } from '../../../view/text/text.ts';
import { getFullTime, getMarginTime, toTime } from '../../../view/text/times.ts';
import { Icon } from '../../kit/icon.tsx';
import { withEmoji } from '../../kit/emoji-text.tsx';
import { overlay } from '../actions/state.ts';
import { useClient } from '../../page/client.tsx';
import { latePart } from '../../kit/toasts/late.tsx';
import { getHref } from '../../page/location.ts';
import { useLate } from '../../page/quiet.ts';
import { chosen } from '../actions/chosen.ts';
import { useLongPress } from '../../page/long-press.ts';
import { MessageContent } from './message-content.tsx';
import { PassingAvatar } from '../../parts/people/late-avatar.tsx';
import { useTypists } from '../../parts/people/use-typists.ts';
import { toggleReaction } from '../../../actions/messages/messages.ts';
import { getGlyph, reactionChips, type ReactionChip } from '../../../view/emoji/reactions.ts';
import { listSome } from '../../../view/text/list.ts';
import { toast } from '../../kit/toasts/toast.tsx';
import { Tooltip } from '../../kit/tooltip.tsx';
import { EmojiGlyph } from '../../parts/emoji/emoji-glyph.tsx';
import { failureText } from '../../../view/text/failure.ts';
import './message.css';
import './reactions.css';

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
      {isByAgent && <span>{message.client}</span>}
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

/** Up to this number of reactions to a message, chips show names instead of counts. */
const mostNamed = 3;

function Reactions({ message }: { message: Message }) {
  const { live } = useClient();
  return (
    <ul class="reactions" role="list">
      {reactionChips(message.reactions, live.peek().own.user_id).map((chip) => (
        <li key={`${chip.emoji.reaction_type} ${chip.emoji.emoji_code}`}>
          <Chip message={message} chip={chip} />
        </li>
      ))}
    </ul>
  );
}

function Chip({ message, chip }: { message: Message; chip: ReactionChip }) {
  const client = useClient();
  const { live } = client;
  const { emoji, userIds, isOwn } = chip;
  const isNamed =
    message.reactions.length <= mostNamed && preference(live, 'display_emoji_reaction_users') !== false;
  const list = listSome(userIds.map((id) => personName(live, id)));
  const text = t('messages.reactedBy', { names: list, emoji: emoji.emoji_name.replaceAll('_', ' ') });
  const toggle = async () => {
    const failure = await toggleReaction(client, message.id, emoji);
    if (failure) toast({ text: failureText(failure), kind: 'error' });
  };
  return (
    <Tooltip text={text}>
      <button
        type="button"
        class="reaction"
        aria-pressed={isOwn}
        aria-label={text}
        onClick={() => void toggle()}
        onContextMenu={(event) => {
          event.preventDefault();
          event.stopPropagation();
          overlay.value = { kind: 'reactions', id: message.id };
        }}
      >
        <EmojiGlyph glyph={getGlyph(live, emoji)} isAlone />
        {isNamed ? (
          <span class="reaction-names one-line">{list}</span>
        ) : (
          <span class="numeric">{userIds.length}</span>
        )}
      </button>
    </Tooltip>
  );
}

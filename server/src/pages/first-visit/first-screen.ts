/**
 * What a first visit shows until the script is loaded: the messages around the anchor, in the markup of the web client
 * (`web/src/ui/conversation/messages`), without parts that depend on the browser: times, dates, images, buttons.
 */
import { withoutResolvedMark } from '../../../../wire/topics.ts';
import type { FoundMessage } from '../../../../wire/messages.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { knownTimeZone } from '../../lib/i18n/time-zone.ts';
import { html, Html } from '../layout/html.ts';
import type { FirstMessages } from '../../../../wire/events.ts';
import type { NarrowTerm } from '../../../../wire/narrow.ts';
import { readClientPath } from '../links/linked-place.ts';
import { keysIn } from '../../lib/objects.ts';

/** More messages than the largest window shows. */
const most = { before: 24, after: 24 };
const mostCharacters = 40_000;

/** Undefined without messages. */
export function firstScreen(place: FirstPlace, state: RegisterResponse): Html | undefined {
  const all = state.heddle_messages?.messages ?? [];
  if (all.length === 0) return undefined;
  const { anchor } = place.messages;
  const found = all.findIndex(({ id, flags }) =>
    anchor === 'first_unread' ? !flags.includes('read') : id >= anchor,
  );
  const opening = found < 0 ? all.length : found;
  const before = all.slice(Math.max(0, opening - most.before), opening);
  const after = all.slice(opening, opening + most.after);
  const isLine = anchor === 'first_unread' && after.length > 0;
  return html`<div class="first-screen frame" id="first-screen">
    <div class="frame-side frame-left"></div>
    <div class="frame-middle">
      <div class="header frame-header">${title(place, state)}</div>
      <div class="conversation conversation-${place.kind}">
        <div class="first-screen-list">
          <div class="first-screen-before">${rows(place, state, before, undefined)}</div>
          <div class="first-screen-after">
            ${isLine ? unreadLine : null}${rows(place, state, after, before.at(-1), isLine)}
          </div>
        </div>
        <div class="compose">
          <div class="frame-column">
            ${compose(place)}
            <div class="typing-line"></div>
          </div>
        </div>
      </div>
    </div>
    <div class="frame-side frame-right"></div>
  </div>`;
}

/** Conversations have a compose box, other views buttons for a new message. */
const compose = ({ kind }: FirstPlace): Html =>
  kind === 'topic' || kind === 'direct' || kind === 'channel'
    ? html`<div class="compose-card compose-to-be"></div>`
    : html`<div class="compose-closed first-screen-buttons"></div>`;

const unreadLine = html`<div class="frame-column"><div class="message-row-unread"></div></div>`;

/** Null for views, whose names are in the texts of the client. */
function title({ kind }: FirstPlace, state: RegisterResponse): Html | null {
  const [first] = state.heddle_messages?.messages ?? [];
  if (first?.type !== 'stream' || (kind !== 'channel' && kind !== 'topic')) return null;
  const channel = html`<span class="header-name header-channel one-line">${channelName(first)}</span>`;
  if (kind === 'channel')
    return html`<div class="header-where"><div class="header-title">${channel}</div></div>`;
  return html`<div class="header-where">
    <div class="header-title header-with-topic">
      ${channel}<span class="header-part">›</span
      ><span class="header-name one-line">${topicName(first, state)}</span>
    </div>
  </div>`;
}

type ChannelMessage = FoundMessage & { type: 'stream' };

const channelName = ({ display_recipient: name }: ChannelMessage): string => name;

function topicName({ subject }: ChannelMessage, state: RegisterResponse): string {
  const name = withoutResolvedMark(subject);
  return name === '' ? (state.realm_empty_topic_display_name ?? '') : name;
}

/**
 * @param last the message above the first one
 * @param isAfterLine whether the line above unread messages is between them
 */
function rows(
  { isConversation }: FirstPlace,
  state: RegisterResponse,
  messages: readonly FoundMessage[],
  last: FoundMessage | undefined,
  isAfterLine = false,
): Html[] {
  const getDay = dayIn(state.user_settings?.timezone);
  let [previous, room, isBroken] = [last, mostCharacters, isAfterLine];
  return messages.map((message) => {
    const isNewDay = previous !== undefined && getDay(previous) !== getDay(message);
    const isNewPlace =
      previous === undefined || isNewDay || conversationKey(previous) !== conversationKey(message);
    const header = isNewPlace && !isConversation ? conversationHeader(message, state) : null;
    const isFirst =
      isBroken || isNewDay || header !== null || previous === undefined || !continues(previous, message);
    [previous, isBroken] = [message, false];
    room -= message.content.length;
    return html`<div class="frame-column">
      ${isNewDay ? day : null}${header}${row(message, isFirst, room > 0)}
    </div>`;
  });
}

/** Space for the date, which the client formats for the language of the browser. */
const day = html`<p class="message-row-day">&nbsp;</p>`;

/** In the time zone of the user's settings. */
function dayIn(timeZone = 'UTC'): (message: FoundMessage) => string {
  const format = new Intl.DateTimeFormat('en', { timeZone: knownTimeZone(timeZone), dateStyle: 'short' });
  return ({ timestamp }) => format.format(timestamp * 1000);
}

const conversationKey = (message: FoundMessage): string =>
  message.type === 'stream'
    ? `${message.stream_id} ${message.subject.toLowerCase()}`
    : message.display_recipient.map(({ id }) => id).join();

const groupSeconds = 5 * 60;

const continues = (last: FoundMessage, message: FoundMessage): boolean =>
  last.sender_id === message.sender_id &&
  message.timestamp - last.timestamp < groupSeconds &&
  !message.is_me_message &&
  !last.is_me_message;

function conversationHeader(message: FoundMessage, state: RegisterResponse): Html {
  if (message.type !== 'stream') {
    const others = message.display_recipient.filter(({ id }) => id !== state.user_id);
    const names = (others.length === 0 ? message.display_recipient : others).map((one) => one.full_name);
    return html`<div class="conversation-header">
      <span class="conversation-header-name one-line">${names.join(', ')}</span>
    </div>`;
  }
  const color = state.subscriptions?.find(({ stream_id: id }) => id === message.stream_id)?.color;
  const style = /^#[0-9a-f]{3,8}$/i.test(color ?? '') ? `--conversation-colour: ${color}` : '';
  return html`<div class="conversation-header" style="${style}">
    <span class="conversation-header-channel one-line">${channelName(message)}</span>
    <span class="conversation-header-part">›</span>
    <span class="conversation-header-name one-line">${topicName(message, state)}</span>
  </div>`;
}

function row(message: FoundMessage, isFirst: boolean, hasRoom: boolean): Html {
  const isMention = message.flags.some((flag) => flag.endsWith('mentioned'));
  const kinds = ['message', isFirst && 'message-first', isMention && 'message-mention'].filter(Boolean);
  const isShown = hasRoom && !message.flags.includes('collapsed') && message.submessages.length === 0;
  const name = html`<div class="message-head">
    <span class="message-name">${message.sender_full_name}</span>
  </div>`;
  return html`<article class="${kinds.join(' ')}">
    <div class="message-side">${isFirst ? picture(message) : null}</div>
    <div class="message-main">
      ${isFirst ? name : null}
      <div class="rendered" dir="auto">${isShown ? new Html(stillContent(message)) : null}</div>
    </div>
  </article>`;
}

/** A letter, since loading the image would delay the script. */
const picture = ({ sender_id: id, sender_full_name: name }: FoundMessage): Html =>
  html`<span class="avatar" aria-hidden="true"
    ><span class="avatar-letter" style="--avatar-hue: ${(id * 67) % 360}"
      >${[...name][0]?.toLocaleUpperCase() ?? ''}</span
    ></span
  >`;

/** Shows emoji as characters, and removes media, which the client loads in its own way. */
function stillContent({ content, is_me_message: isDoing }: FoundMessage): string {
  const text = isDoing ? content.replace(/^<p>\/me /, '<p>') : content;
  return text
    .replaceAll(/<span[^>]* class="emoji emoji-([0-9a-f-]+)"[^>]*>[^<]*<\/span>/g, (all, code: string) => {
      const points = code.split('-').map((part) => Number.parseInt(part, 16));
      return points.every((point) => point > 0 && point <= 0x10_ff_ff)
        ? String.fromCodePoint(...points)
        : all;
    })
    .replaceAll(/(<(?:img|video|audio|source|iframe)\b[^>]*?) (?:src|srcset|poster)="[^"]*"/g, '$1');
}

// Determines from the URL which messages a page of the web client shows first.

export interface FirstPlace {
  /** The same parameters as the client's own request: it ignores a result for others. */
  messages: FirstMessages;
  /** All of them are in one conversation. */
  isConversation: boolean;
  /** Suffix of the CSS class. */
  kind: 'feed' | 'mentions' | 'starred' | 'channel' | 'topic' | 'direct';
}

const views = {
  feed: [{ operator: 'in', operand: 'home' }],
  mentions: [{ operator: 'is', operand: 'mentioned' }],
  starred: [{ operator: 'is', operand: 'starred' }],
} satisfies Record<string, NarrowTerm[]>;

/**
 * Undefined for URLs that show no messages, and for those that need more than the URL (searches, moved topics).
 * @param path without the query
 * @param pageSize messages on each side
 */
export function findFirstPlace(path: string, pageSize: number): FirstPlace | undefined {
  const [, before = '', near] = /^(.*?)(?:\/near\/([1-9]\d{0,14}))?$/.exec(path) ?? [];
  const found = findView(before) ?? findDirect(before) ?? findChannel(before);
  if (found === undefined) return undefined;
  const range = { num_before: pageSize, num_after: pageSize };
  const anchor = near === undefined ? 'first_unread' : Number(near);
  const isConversation = found.kind === 'topic' || found.kind === 'direct';
  return {
    kind: found.kind,
    isConversation,
    messages: { narrow: [...found.narrow], anchor, ...range },
  };
}

type FoundNarrow = Pick<FirstPlace, 'kind'> & { narrow: readonly NarrowTerm[] };

function findView(path: string): FoundNarrow | undefined {
  const name = path.slice(1);
  const kind = keysIn(views).find((view) => view === name);
  return kind && { kind, narrow: views[kind] };
}

/** Most participants of a group conversation. */
const mostPeople = 20;

/** `8,9-Ben,-Cat` names 8 and 9. */
function findDirect(path: string): FoundNarrow | undefined {
  const [, ids] = /^\/dm\/([1-9]\d{0,14}(?:,[1-9]\d{0,14})*)(?:-[^/]*)?$/.exec(path) ?? [];
  const operand = ids?.split(',').map(Number);
  if (operand === undefined || operand.length > mostPeople) return undefined;
  return { kind: 'direct', narrow: [{ operator: 'dm', operand }] };
}

function findChannel(path: string): FoundNarrow | undefined {
  if (path.endsWith('/topics') || /\/with\/\d+$/.test(path)) return undefined;
  const { channelId, topic } = readClientPath(path);
  if (channelId === undefined) return undefined;
  const channel = { operator: 'channel', operand: channelId };
  if (topic === undefined) return { kind: 'channel', narrow: [channel] };
  return { kind: 'topic', narrow: [channel, { operator: 'topic', operand: topic }] };
}

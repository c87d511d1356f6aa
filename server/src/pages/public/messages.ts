/** Messages on a public page. */
import type { Reaction, Submessage } from '../../../../wire/messages.ts';
import type { Db } from '../../db/db.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { OrganizationCache, User } from '../../core/organization/index.ts';
import { trait } from '../../core/read-state/index.ts';
import {
  type PublicMessage,
  messagePath,
  publicAvatarUrl,
  publicContent,
  publicName,
} from '../../core/spectators/index.ts';
import { findPins } from '../../features/pinned-messages/index.ts';
import { reactionsTo } from '../../features/reactions/index.ts';
import { getSubmessages } from '../../features/submessages/index.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import type { StandaloneContext } from '../../lib/markdown/standalone/standalone.ts';
import { truncate } from '../../lib/text.ts';
import { html, Html } from '../layout/html.ts';
import { hiddenText, openText } from './frame.ts';
import { widgetHtml, widgetText } from './widgets.ts';
import { formatMoment, timeElement } from './formats.ts';
import { emojiCharacters } from '../../../../wire/plain-text/elements.ts';
import { emojiUrl } from '../../features/emoji/index.ts';

// Reaction counts of a message, without the users.

function reactionList(
  t: Texts,
  cache: OrganizationCache,
  reactions: readonly Reaction[] | undefined,
): Html | null {
  if (!reactions || reactions.length === 0) return null;
  const counts = new Map<string, { reaction: Reaction; count: number }>();
  for (const reaction of reactions) {
    const key = `${reaction.reaction_type} ${reaction.emoji_code}`;
    const known = counts.get(key);
    if (known) known.count++;
    else counts.set(key, { reaction, count: 1 });
  }
  return html`<ul class="reactions" aria-label="${t('public.reactions')}">
    ${[...counts.values()].map(
      ({ reaction, count }) => html`<li>${glyph(cache, reaction)}<span>${count}</span></li>`,
    )}
  </ul>`;
}

function glyph({ organization }: OrganizationCache, reaction: Reaction): Html {
  const { emoji_code: code, emoji_name: name, reaction_type: type } = reaction;
  const label = name.replaceAll('_', ' ');
  const own = type === 'realm_emoji' ? organization.emoji.find(({ id }) => String(id) === code) : undefined;
  const src = type === 'unicode_emoji' ? undefined : own ? emojiUrl(own) : extraPicture(type, code);
  if (src !== undefined)
    return html`<img class="emoji" src="${src}" alt="${label}" width="16" height="16" />`;
  const characters = type === 'unicode_emoji' ? emojiCharacters(`emoji-${code}`) : undefined;
  return html`<span class="emoji" role="img" aria-label="${label}">${characters ?? `:${name}:`}</span>`;
}

/** The server's own emoji. */
const extraPicture = (type: string, code: string): string | undefined =>
  type === 'realm_emoji' ? undefined : `/static/emoji/${encodeURIComponent(code)}.png`;

/** Reactions and submessages by message id, and which messages are pinned: only a folder shows that. */
export interface Extras {
  pinned?: ReadonlySet<number>;
  reactions: ReadonlyMap<number, readonly Reaction[]>;
  submessages: ReadonlyMap<number, readonly Submessage[]>;
}

export async function loadExtras(db: Db, messages: readonly PublicMessage[]): Promise<Extras> {
  const [reactions, submessages] = await Promise.all([
    reactionsTo(db, messages),
    getSubmessages(db, messages),
  ]);
  return { reactions, submessages };
}

export async function loadPinned(
  db: Db,
  { orgId }: OrganizationCache,
  messages: readonly PublicMessage[],
): Promise<ReadonlySet<number>> {
  const ids = messages.map(({ id }) => id);
  return new Set((await findPins(db, orgId, ids)).map((pin) => pin.message_id));
}

export interface MessageView {
  app: Pick<AppContext, 'secrets'>;
  t: Texts;
  cache: OrganizationCache;
  context: StandaloneContext;
  extras: Extras;
}

/** Consecutive messages of one sender within this time are grouped. */
const groupMs = 5 * 60_000;

export function messageList(view: MessageView, messages: readonly PublicMessage[]): Html {
  const parts = messages.map((message, i) => {
    const before = messages[i - 1];
    const isNewDay = before === undefined || getDay(before.sentAt) !== getDay(message.sentAt);
    return html`${isNewDay ? dayLine(view.t, message.sentAt) : null}${messageItem(view, message, isNewDay || !isContinued(before, message) || isPinned(view, message))}`;
  });
  return html`<div class="messages">${parts}</div>`;
}

const isPinned = ({ extras }: MessageView, { id }: PublicMessage): boolean => extras.pinned?.has(id) === true;

const getDay = (at: number): number => Math.floor(at / 86_400_000);

const dayLine = (t: Texts, at: number): Html =>
  html`<h2 class="day">${formatMoment(t.language, 'day', at)}</h2>`;

const isStatus = ({ traits }: PublicMessage): boolean => (traits & trait.isMe) !== 0;

const isContinued = (before: PublicMessage, message: PublicMessage): boolean =>
  before.senderId === message.senderId &&
  message.sentAt - before.sentAt < groupMs &&
  !isStatus(before) &&
  !isStatus(message);

function messageItem(view: MessageView, message: PublicMessage, isFirst: boolean): Html {
  const { app, t, cache } = view;
  const sender = findUser(cache, message.senderId);
  const name = html`<b class="sender" dir="auto">${publicName(app, cache, sender)}</b>`;
  const edited = message.editedAt === null ? null : html`<small>${t('public.edited')}</small>`;
  const pinned = isPinned(view, message) ? html`<small>${t('public.pinned')}</small>` : null;
  const time = html`<a class="at" href="${messagePath(message.id)}"
    >${timeElement(t.language, 'time', message.sentAt)}</a
  >`;
  const head =
    isFirst || isStatus(message)
      ? html`<p class="head">${isStatus(message) ? null : name} ${time} ${edited} ${pinned}</p>`
      : null;
  return html`<article
    id="message-${message.id}"
    data-at="${Math.floor(message.sentAt / 1000)}"
    class="${isFirst ? 'message first' : 'message'}"
  >
    ${isFirst ? html`<img class="avatar" src="${publicAvatarUrl(cache, sender)}" alt="" width="32" height="32" loading="lazy" />` : null}
    ${head} ${messageText(view, message)} ${reactionList(t, cache, view.extras.reactions.get(message.id))}
  </article>`;
}

function messageText(view: MessageView, message: PublicMessage): Html {
  const widget = widgetHtml(view.t, message.senderId, view.extras.submessages.get(message.id));
  return widget ?? html`<div class="text" dir="auto">${new Html(renderContent(view, message))}</div>`;
}

/** /me messages start with the name of the sender. */
function renderContent({ app, cache, context }: MessageView, message: PublicMessage): string {
  const content = publicContent(message.rendered, context);
  if (!isStatus(message)) return content;
  const name = html`<b class="sender">${publicName(app, cache, findUser(cache, message.senderId))}</b>`.text;
  return content.replace(doing, () => `<p>${name} `);
}

export const senderName = ({ app, cache }: MessageView, { senderId }: PublicMessage): string =>
  publicName(app, cache, findUser(cache, senderId));

/** The beginning of a message as plain text, for metadata. */
export function messageWords(view: MessageView, message: PublicMessage, longest?: number): string {
  const widget = widgetText(message.senderId, view.extras.submessages.get(message.id));
  if (widget !== undefined) return truncate(widget, longest ?? widget.length, '…');
  return openText(renderContent(view, message), longest);
}

/** The rest of the text after `messageWords`, which a search finds but does not show. */
export const hiddenWords = (view: MessageView, message: PublicMessage): string =>
  view.extras.submessages.has(message.id) ? '' : hiddenText(renderContent(view, message));

const doing = /^<p>\/me /;

function findUser(cache: OrganizationCache, id: number): User {
  const user = cache.users.get(id);
  if (!user) throw new Error(`User ${id} has messages but is not there.`);
  return user;
}

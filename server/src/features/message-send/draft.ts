/** Renders a message before the transaction that stores it. */
import { limits, systemGroupTitles } from '../../../../wire/core.ts';
import {
  type Channel,
  type Principal,
  organizationSettings,
  type OrganizationCache,
  type User,
  findNamed,
} from '../../core/organization/index.ts';
import { type UserVisibility, isLimited, getUserVisibility } from '../../core/users/index.ts';
import { alertedBy } from '../alert-words/index.ts';
import type { MediaProxy } from '../media-proxy/index.ts';
import { apiError } from '../../lib/errors.ts';
import {
  renderMessage,
  type MentionSource,
  type PreviewSource,
  type Rendered,
  type RenderOptions,
  type NamedUser,
} from '../../lib/markdown/render.ts';
import { widgetIn } from '../../lib/markdown/widgets.ts';
import { codePoints, isWellFormed, truncate, nameKey, tidySpaces } from '../../lib/text.ts';
import { emojiUrl } from '../emoji/index.ts';
import { isChannelKnown, reachIn } from '../../core/channels/index.ts';
import type { Db } from '../../db/db.ts';
import { addressedTopics } from '../../lib/markdown/links/narrow-url.ts';
import { type Reader, findTopic } from '../../core/messages/index.ts';
import { mayShowFiles, previewsFor } from '../uploads/index.ts';

export interface Draft {
  content: string;
  rendered: Rendered;
  /** Users with an alert word in it, whether they receive it or not. */
  alerted: readonly number[];
  /** The content of its first submessage, if it is a poll or to-do list. */
  widget: string | undefined;
}

/** Options for rendering the messages of one user. */
export interface Rendering {
  /** Users visible to the sender; everyone by default. */
  sees?: UserVisibility | undefined;
  organizationUrl?: string | undefined;
  /** Files that are shown in the text. */
  previews?: PreviewSource | undefined;
  /** Addresses for media of other servers, which are not shown without it. */
  linked?: MediaProxy | undefined;
  latestInTopic?: MentionSource['latestInTopic'] | undefined;
  /** Overrides the widget that the text asks for. */
  widget?: string | undefined;
  /** Mentions notify nobody. */
  mentionsAreSilent?: boolean | undefined;
}

/** A `Principal` is one, whose key may know one channel only. */
export type Author = Pick<Principal, 'cache' | 'user' | 'onlyChannel'>;

/** @throws ApiError for text that cannot be a message. Text that is too long is truncated, with a mark. */
export function prepareDraft(
  me: Author,
  given: string,
  { sees, organizationUrl, previews, linked, latestInTopic, widget, mentionsAreSilent }: Rendering = {},
): Draft {
  const content = cleanContent(given);
  const names = mentionSource(me, sees);
  const rendered = renderMessage(content, latestInTopic ? { ...names, latestInTopic } : names, {
    ...renderOptionsFor(me.cache, me.user),
    organizationUrl,
    mentionsAreSilent,
    previews: linked ? { ...previews, linked } : previews,
    hidePreviews: !organizationSettings(me.cache).inline_image_preview,
  });
  return {
    content,
    rendered,
    alerted: alertedBy(me.cache, content),
    widget: widget ?? widgetIn(content)?.content,
  };
}

const truncated = '\n[message truncated]';

function cleanContent(given: string): string {
  if (given.includes('\0')) throw apiError('parameters.null-bytes', { name: 'Message' });
  if (!isWellFormed(given)) throw apiError('parameters.not-unicode', { name: 'Message' });
  const content = given.trimEnd().replace(/^\n+/, '');
  if (content === '') throw apiError('messages.empty');
  return codePoints(content) > limits.messageLength
    ? truncate(content, limits.messageLength, truncated)
    : content;
}

// Settings of the organization and the sender that affect rendering.

/** The options of a description, which has no sender. */
export function getRenderOptions(cache: OrganizationCache): RenderOptions {
  const { linkifiers, playgroundLanguages, emoji } = cache.organization;
  return {
    linkifiers,
    playgroundLanguages,
    customEmoji: (name) => {
      const own = emoji.find((one) => one.name === name && !one.isDeactivated);
      return own && emojiUrl(own);
    },
    defaultCodeLanguage: organizationSettings(cache).default_code_block_language,
  };
}

function renderOptionsFor(cache: OrganizationCache, sender: User): RenderOptions {
  return { ...getRenderOptions(cache), translateEmoticons: sender.settings.translate_emoticons === true };
}

// Resolves names in the Markdown of a sender, in the committed organization cache.

interface NameIndex {
  version: number;
  byName: Map<string, User | 'ambiguous'>;
}

const nameIndexes = new WeakMap<OrganizationCache, NameIndex>();

/** @param sees Users visible to the sender; everyone by default. */
export function mentionSource(author: Author, sees: (user: User) => boolean = () => true): MentionSource {
  const { cache } = author;
  const namedChannel = (channel: Channel | undefined) =>
    channel && isChannelKnown(author, channel) ? { id: channel.id, name: channel.name } : undefined;
  return {
    userByName(name) {
      const found = getNames(cache).get(nameKey(name));
      if (found === undefined || found === 'ambiguous') return found;
      return sees(found) ? named(found) : undefined;
    },
    userById(id) {
      const user = cache.users.get(id);
      return user && sees(user) ? named(user) : undefined;
    },
    groupByName(name) {
      const group = findNamed(cache.groups, name);
      if (!group || group.isDeactivated) return undefined;
      return { id: group.id, name: systemGroupTitles[group.name] ?? group.name };
    },
    channelByName: (name) => namedChannel(findNamed(cache.channels, name)),
    channelById: (id) => namedChannel(cache.channels.get(id)),
  };
}

/** Deactivated users are named, but not notified. */
const named = ({ id, fullName, isActive }: User): NamedUser => ({ id, fullName, silent: !isActive });

/** Rebuilt at the first mention after a user was added or renamed. */
function getNames(cache: OrganizationCache): Map<string, User | 'ambiguous'> {
  const known = nameIndexes.get(cache);
  if (known?.version === cache.users.version) return known.byName;
  const byName = new Map<string, User | 'ambiguous'>();
  const former = new Map<string, User>();
  for (const user of cache.users.values()) {
    const key = nameKey(user.fullName);
    if (!user.isActive) former.set(key, user);
    else byName.set(key, byName.has(key) ? 'ambiguous' : user);
  }
  for (const [key, user] of former) if (!byName.has(key)) byName.set(key, user);
  nameIndexes.set(cache, { version: cache.users.version, byName });
  return byName;
}

// Loads what rendering a text needs from the database; most users and texts need nothing.

export type DraftSources = Pick<Rendering, 'sees' | 'previews' | 'latestInTopic'>;

const typedTopic = /#\*\*([^*>\n]{1,150})>([^*\n]{0,200}?)\*\*/g;
const mostTopics = 20;

const mayLinkTopics = (content: string): boolean =>
  ['#**', '#narrow/', '/channel/'].some((sign) => content.includes(sign));

/** Undefined if no query is needed: without an `await`, messages sent in one turn of the event loop are stored in order. */
export function draftSources(db: Db, author: Reader, content: string): Promise<DraftSources> | undefined {
  const isNeeded = isLimited(author.cache, author.user) || mayShowFiles(content) || mayLinkTopics(content);
  return isNeeded ? ask(db, author, content) : undefined;
}

async function ask(db: Db, author: Reader, content: string): Promise<DraftSources> {
  const { cache, user } = author;
  return {
    sees: isLimited(cache, user) ? await getUserVisibility(db, cache, user) : undefined,
    previews: await previewsFor(db, author, content),
    latestInTopic: mayLinkTopics(content) ? await newestIn(db, author, content) : undefined,
  };
}

const placeKey = (channelId: number, topic: string): string => `${channelId} ${nameKey(tidySpaces(topic))}`;

/** The topics that a text links to, in channels whose whole history its author may read. */
function linkedTopics(author: Reader, content: string): Map<string, [number, string]> {
  const { cache, user } = author;
  const typed = [...content.matchAll(typedTopic)].map(([, name = '', topic = '']) => {
    return { channelId: findNamed(cache.channels, name)?.id ?? 0, topic };
  });
  const found = new Map<string, [number, string]>();
  for (const { channelId, topic } of [...typed, ...addressedTopics(content)]) {
    const channel = cache.channels.get(channelId);
    if (!channel || !isChannelKnown(author, channel) || found.size >= mostTopics) continue;
    if (reachIn(cache, channel, user) !== 'all') continue;
    found.set(placeKey(channelId, topic), [channelId, tidySpaces(topic)]);
  }
  return found;
}

async function newestIn(db: Db, author: Reader, content: string): Promise<DraftSources['latestInTopic']> {
  const newest = new Map<string, number>();
  for (const [key, [channelId, topic]] of linkedTopics(author, content)) {
    const row = await findTopic(db, channelId, topic);
    if (row) newest.set(key, row.last_message_id);
  }
  return (channelId, topic) => newest.get(placeKey(channelId, topic));
}

/** Converts the text of a record to the Markdown of a message: references become names and addresses. */
import type { OrganizationCache } from '../../../core/organization/index.ts';
import { messageUrl } from '../../../lib/markdown/links/narrow-url.ts';
import { nameKey, truncate } from '../../../lib/text.ts';
import type { MessageRecord, Reference, Text } from '../records.ts';
import { link, plainWords } from '../text.ts';
import { fileLink, type BroughtFiles } from './attachments.ts';
import type { ImportContext } from './context.ts';
import { emojiNameInText } from './reactions.ts';

/** A message that exists already or is part of the same batch. */
export interface KnownMessage {
  id: number;
  channelId: number | null;
  topic: string;
  /** People of a direct conversation. */
  people: readonly number[];
  /** Its Markdown, or the beginning of it. */
  content: string;
}

export interface TextSources {
  cache: OrganizationCache;
  people: ReadonlyMap<string, number>;
  channels: ReadonlyMap<string, number>;
  groups: ReadonlyMap<string, number>;
  files: BroughtFiles;
  /** The name here of an emoji of the source. */
  emojiName(emoji: string, unicode?: string): string | undefined;
  /** Whether no two accounts have the name. */
  isOnlyOne(fullName: string): boolean;
  locate(key: string): KnownMessage | undefined;
}

/** Looks the names up once, when the first one is asked for. */
function onlyOnes({ users }: OrganizationCache): (fullName: string) => boolean {
  let counts: Map<string, number> | undefined;
  return (fullName) => {
    if (!counts) {
      counts = new Map();
      for (const one of users.values())
        counts.set(nameKey(one.fullName), (counts.get(nameKey(one.fullName)) ?? 0) + 1);
    }
    return counts.get(nameKey(fullName)) === 1;
  };
}

export const textSources = (
  context: ImportContext,
  cache: OrganizationCache,
  files: BroughtFiles,
  locate: TextSources['locate'],
): TextSources => ({
  cache,
  people: context.people,
  channels: context.channels,
  groups: context.groups,
  files,
  emojiName: (name, unicode) => emojiNameInText(context, cache, name, unicode),
  isOnlyOne: onlyOnes(cache),
  locate,
});

/** Everything except the line about the replied-to message, which needs its destination. */
export function getContent(record: MessageRecord, sources: TextSources): string {
  const text = writeText(record.text, sources).toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n');
  const links = (record.files ?? []).map((file) => fileLink(sources.files.get(file.id) ?? { record: file }));
  const own = text.trimEnd().replace(/^\n+/, '');
  const all = own === '' ? links : [own, ...links];
  return all.length === 0 ? '*(empty message)*' : all.join('\n');
}

/** IDs in the source of the messages that a text links to. */
export function linkedMessages(text: Text): string[] {
  const keys: string[] = [];
  for (const piece of text) if (typeof piece === 'object' && 'message' in piece) keys.push(piece.message);
  return keys;
}

export function writeText(text: Text, sources: TextSources): string {
  if (text.length === 1 && typeof text[0] === 'string') return text[0];
  return text.map((piece) => (typeof piece === 'string' ? piece : written(piece, sources))).join('');
}

function written(piece: Reference, sources: TextSources): string {
  const { cache, people, channels, groups, files, locate, isOnlyOne } = sources;
  if ('everyone' in piece) return '@**all**';
  if ('emoji' in piece) return `:${sources.emojiName(piece.emoji, piece.unicode) ?? piece.emoji}:`;
  if ('group' in piece) {
    const group = cache.groups.get(groups.get(piece.group) ?? 0);
    return group ? `@*${group.name}*` : `@${piece.label ?? piece.group}`;
  }
  if ('user' in piece) {
    const user = cache.users.get(people.get(piece.user) ?? 0);
    const sign = piece.silent === true ? '@_' : '@';
    if (!user) return `@${piece.label ?? piece.user}`;
    const isAlone = piece.byName === true && piece.label === user.fullName && isOnlyOne(user.fullName);
    return `${sign}**${user.fullName}${isAlone ? '' : `|${user.id}`}**`;
  }
  if ('channel' in piece) {
    const channel = cache.channels.get(channels.get(piece.channel) ?? 0);
    return channel ? `#**${channel.name}**` : `#${piece.label ?? piece.channel}`;
  }
  if ('file' in piece) {
    const file = files.get(piece.file.id) ?? { record: piece.file };
    return file.path === undefined
      ? (piece.written ?? fileLink(file, piece.label))
      : fileLink(file, piece.label);
  }
  const found = locate(piece.message);
  const url = found && knownMessageUrl(cache, found);
  const label = piece.label === piece.url && found ? linkLabel(found) || 'message' : piece.label;
  if (url === undefined) return piece.written ?? link(piece.label, piece.url);
  return `[${label.replace(/[[\]\\]/g, '\\$&')}](${url})`;
}

const longestLabel = 60;

const linkLabel = ({ content }: KnownMessage): string => truncate(plainWords(content), longestLabel, '…');

function knownMessageUrl(
  cache: OrganizationCache,
  { id, channelId, topic, people }: KnownMessage,
): string | undefined {
  if (channelId === null) return `/#narrow/dm/${people.join(',')}-dm/near/${id}`;
  const channel = cache.channels.get(channelId);
  return channel && messageUrl(channel, topic, id);
}

/** A line that names the replied-to message, for threads that are no topics. */
export function replyLine(cache: OrganizationCache, root: KnownMessage): string {
  const url = knownMessageUrl(cache, root);
  const words = (linkLabel(root) || 'this message').replace(/[[\]\\]/g, '\\$&');
  return url === undefined ? '' : `*In reply to [${words}](${url}):*\n`;
}

export const findConversationId = (context: ImportContext, { place }: MessageRecord): number | undefined =>
  'channel' in place ? context.channels.get(place.channel) : context.directs.get(place.direct);

/** Messages of Discord. */
import { emojiByCharacter } from '../../../lib/markdown/emoji/emoji.ts';
import {
  countUnnamed,
  problem,
  type FileRecord,
  type MessageRecord,
  type ProblemRecord,
  type ReactionRecord,
  type Text,
} from '../records.ts';
import { parseTimeText } from '../iso-time.ts';
import { repeating, unknownKind, type FieldFates, type Tally } from '../reading/tally.ts';
import { link, prefixed, TextBuilder, withReferences } from '../text.ts';
import type { Target } from './index.ts';

export interface DiscordUser {
  id?: string;
  name?: string;
  nickname?: string | null;
  isBot?: boolean;
  avatarUrl?: string | null;
  /** Their names are all that an export has of roles. */
  roles?: { id?: string; name?: string }[];
}

const userFields: FieldFates<DiscordUser> = {
  id: 'read',
  name: 'read',
  nickname: 'read',
  isBot: 'read',
  roles: 'read',
  // Each message has that of its author: they are counted by person.
  avatarUrl: 'read',
  ...repeating('discriminator color'),
};

const embedFields: FieldFates<DiscordEmbed> = {
  title: 'read',
  url: 'read',
  description: 'read',
  author: 'read',
  fields: 'read',
  ...repeating('timestamp color type inlineEmojis'),
  // They are counted by picture.
  thumbnail: 'read',
  image: 'read',
  images: 'read',
  video: 'read',
  footer: { without: 'Footers of embeds do not come.' },
};

export interface DiscordReaction {
  emoji?: { id?: string | null; name?: string; code?: string; imageUrl?: string };
  users?: DiscordUser[];
  count?: number;
}

interface DiscordEmbed {
  title?: string | null;
  url?: string | null;
  description?: string | null;
  author?: { name?: string | null } | null;
  fields?: { name?: string; value?: string }[];
  thumbnail?: EmbedMedium | null;
  /** The first of the images, which newer exports have all of. */
  image?: EmbedMedium | null;
  images?: (EmbedMedium | null)[] | null;
  video?: EmbedMedium | null;
}

interface EmbedMedium {
  url?: string | null;
}

export interface DiscordMessage {
  id?: string;
  type?: string;
  timestamp?: string;
  timestampEdited?: string | null;
  content?: string;
  author?: DiscordUser;
  attachments?: { id?: string; url?: string; fileName?: string; fileSizeBytes?: number }[];
  embeds?: DiscordEmbed[];
  stickers?: { name?: string }[];
  reactions?: DiscordReaction[];
  reference?: { messageId?: string | null; channelId?: string | null } | null;
  mentions?: DiscordUser[];
  /** A message of another place, without its author. */
  forwardedMessage?: Forwarded | null;
}

type Forwarded = Pick<DiscordMessage, 'content' | 'attachments' | 'embeds' | 'stickers'>;

const forwardedFields: FieldFates<Forwarded> = {
  content: 'read',
  attachments: 'read',
  embeds: 'read',
  stickers: 'read',
  ...repeating('timestamp timestampEdited'),
};

const messageFields: FieldFates<DiscordMessage> = {
  id: 'read',
  type: 'read',
  timestamp: 'read',
  timestampEdited: 'read',
  content: 'read',
  author: 'read',
  attachments: 'read',
  embeds: 'read',
  stickers: 'read',
  reactions: 'read',
  reference: 'read',
  mentions: 'read',
  forwardedMessage: 'read',
  ...repeating('inlineEmojis callEndedTimestamp'),
  isPinned: { without: 'The export does not say who pinned it.' },
  interaction: { without: 'Which command of an app was given is in no text.' },
  poll: { without: 'Polls do not come.' },
};

/** Types of messages of the product itself, such as that a person joined. */
const notices: ReadonlySet<string> = new Set([
  'RecipientAdd',
  'RecipientRemove',
  'Call',
  'ChannelNameChange',
  'ChannelIconChange',
  'ChannelPinnedMessage',
  'GuildMemberJoin',
  'ThreadCreated',
  'UserPremiumGuildSubscription',
  'ChannelFollowAdd',
]);

/** Notes what of a message is not read. */
export function lookAt(message: DiscordMessage, tally: Tally, place: string): void {
  const { type = 'Default' } = message;
  if (!spoken.has(type) && !notices.has(type))
    tally.leaveOut(`messages of type ${type}`, `${unknownKind} They count as notices.`, place);
  tally.look('message', message, messageFields, place);
  if (message.author) tally.look('author', message.author, userFields, place);
  if (message.forwardedMessage) tally.look('forwarded', message.forwardedMessage, forwardedFields, place);
  for (const embed of [...(message.embeds ?? []), ...(message.forwardedMessage?.embeds ?? [])]) {
    tally.look('embed', embed, embedFields, place);
    const media = countMedia(embed);
    if (media > 0)
      tally.leaveOut(
        'pictures of embeds',
        'Pictures and videos of embeds and previews do not come.',
        place,
        media,
      );
  }
}

function countMedia({ thumbnail, image, images, video }: DiscordEmbed): number {
  const pictures = images?.length ? images : [image];
  return [thumbnail, video, ...pictures].filter((one) => typeof one?.url === 'string' && one.url !== '')
    .length;
}

export const displayName = ({ id, name, nickname }: DiscordUser): string => nickname || name || String(id);

const spoken: ReadonlySet<string> = new Set([
  'Default',
  'Reply',
  'ChatInputCommand',
  'ContextMenuCommand',
  'ThreadStarterMessage',
]);

export function messageRecord(
  message: DiscordMessage,
  target: Target,
  { folder, where, names }: { folder: string; where: string; names: DiscordNames },
): MessageRecord | ProblemRecord {
  const { place, thread } = target;
  const { id, author, type = 'Default' } = message;
  const sentAt = parseTimeText(message.timestamp ?? '')?.ms ?? Number.NaN;
  if (id === undefined || author?.id === undefined)
    return problem(where, 'The message has no ID or no author.');
  if (Number.isNaN(sentAt))
    return problem(where, `"timestamp" is no time: ${JSON.stringify(message.timestamp)}.`);
  const attachments = [...(message.forwardedMessage?.attachments ?? []), ...(message.attachments ?? [])];
  const files = attachments.flatMap((one) => fileRecord(one, folder));
  const text = convertBody(message, target, names);
  if (text.length === 0 && files.length === 0)
    return problem(
      where,
      'It has neither a text nor files. Was the export made without the intent to read messages?',
    );
  const editedAt = parseTimeText(message.timestampEdited ?? '')?.ms ?? Number.NaN;
  return {
    kind: 'message',
    id,
    place,
    sender: author.id,
    senderName: displayName(author),
    senderIsBot: author.isBot === true,
    sentAt,
    ...(Number.isNaN(editedAt) ? {} : { editedAt }),
    text,
    ...(thread ? { thread: { id: thread.id, isRoot: false, title: thread.title } } : {}),
    ...(files.length > 0 ? { files } : {}),
    ...(message.reactions?.length ? { reactions: message.reactions.flatMap(reactionRecord) } : {}),
    ...(spoken.has(type) ? {} : { isNotice: true }),
  };
}

const reference =
  /<@!?(\d+)>|<@&(\d+)>|<#(\d+)>|<a?:(\w{1,60}):\d+>|<t:(-?\d{1,12})(?::\w)?>|<\/([^:>\n]{1,60}):\d+>|https:\/\/(?:\w+\.)?discord\.com\/channels\/\d+\/\d+\/(\d+)|@(?:everyone|here)\b/g;

/** What IDs in texts name, as far as it is known. */
export interface DiscordNames {
  roles: ReadonlyMap<string, string>;
  /** Titles of threads, which are topics here. */
  threads: ReadonlyMap<string, string>;
}

function fromDiscord(content: string, names: DiscordNames): Text {
  return withReferences(content, reference, ([whole, user, role, channel, emoji, time, command, message]) => {
    if (user !== undefined) return { user };
    if (role !== undefined) return `@${names.roles.get(role) ?? 'role'}`;
    if (channel !== undefined) return { channel, label: names.threads.get(channel) ?? channel };
    if (emoji !== undefined) return `:${emoji}:`;
    if (time !== undefined)
      return `<time:${new Date(Number(time) * 1000).toISOString().replace('.000Z', 'Z')}>`;
    if (command !== undefined) return `/${command}`;
    return message === undefined ? { everyone: true } : { message, label: whole, url: whole };
  });
}

function convertBody(message: DiscordMessage, { guildId, id: channelId }: Target, names: DiscordNames): Text {
  const made = new TextBuilder();
  const answered = message.reference?.messageId;
  const forwarded = message.forwardedMessage ? said(message.forwardedMessage, names, []) : [];
  if (forwarded.length > 0) made.text(prefixed(forwarded, '> ')).markdown('\n');
  else if (answered && message.type === 'Reply') {
    const url = `https://discord.com/channels/${guildId}/${message.reference?.channelId ?? channelId}/${answered}`;
    made.markdown('*In reply to ').reference({ message: answered, label: url, url }).markdown(':*\n');
  }
  const own = said(message, names, message.mentions ?? []);
  return own.length === 0 && made.isEmpty ? [] : made.text(own).done();
}

/** The text of a message, also of a forwarded one, with its stickers and embeds. */
function said(
  { content = '', embeds, stickers }: Forwarded,
  names: DiscordNames,
  mentions: readonly DiscordUser[],
): Text {
  const made = new TextBuilder();
  for (const { name } of stickers ?? []) made.markdown(`*Sticker: ${name ?? ''}*\n`);
  made.text(withNamedPeople(fromDiscord(content, names), mentions));
  for (const one of embeds ?? []) {
    const embed = embedText(one, names);
    if (embed.length > 0) made.markdown('\n').text(prefixed(embed, '> ')).markdown('\n');
  }
  return made.isEmpty ? [] : made.done();
}

/** Discord allows no more in a message. */
const mostMentions = 100;

/** Without `--markdown false`, exports have the names of mentioned people in the text, and who they are beside it. */
function withNamedPeople(text: Text, mentions: readonly DiscordUser[]): Text {
  const byName = new Map<string, string>(
    mentions.slice(0, mostMentions).flatMap((user) => {
      const { id } = user;
      const called = [user.nickname, user.name].filter((one) => typeof one === 'string' && one !== '');
      return id === undefined ? [] : called.map((name) => [`@${name}`, id] as const);
    }),
  );
  // The longest first, since a name may begin with another one.
  const names = [...byName.keys()].sort((a, b) => b.length - a.length);
  if (names.length === 0) return text;
  const called = names.map((name) => RegExp.escape(name)).join('|');
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_@])(?:${called})(?![\\p{L}\\p{N}_])`, 'gu');
  return text.flatMap((piece) =>
    typeof piece === 'string'
      ? withReferences(piece, pattern, ([name]) => {
          const user = byName.get(name);
          return user === undefined ? name : { user };
        })
      : [piece],
  );
}

/** Embeds of bots. Previews of links have an address and no more than the page itself. */
function embedText({ title, url, description, author, fields }: DiscordEmbed, names: DiscordNames): Text {
  const made = new TextBuilder();
  const line = (text: Text) => made.markdown(made.isEmpty ? '' : '\n').text(text);
  if (author?.name) line([`**${author.name}**`]);
  if (title) line([url ? link(title, url) : `**${title}**`]);
  if (description) line(fromDiscord(description, names));
  for (const field of fields ?? []) line([`**${field.name ?? ''}** ${field.value ?? ''}`]);
  return made.isEmpty ? [] : made.done();
}

/** Older exports have only how many there are. */
function reactionRecord({ emoji, users, count }: DiscordReaction): ReactionRecord[] {
  const { id, name = '', code } = emoji ?? {};
  const own = id ? name : (emojiByCharacter(name)?.name ?? code ?? name);
  const ids = (users ?? []).flatMap((user) => user.id ?? []);
  const unnamed = countUnnamed(count, ids.length);
  return own === '' || (ids.length === 0 && unnamed === 0) ? [] : [{ emoji: own, users: ids, unnamed }];
}

/** With `--media`, addresses are paths relative to the file. */
function fileRecord(
  { id, url, fileName, fileSizeBytes }: NonNullable<DiscordMessage['attachments']>[number],
  folder: string,
): FileRecord[] {
  if (id === undefined || url === undefined) return [];
  const name = fileName ?? id;
  if (/^https?:\/\//i.test(url))
    return [{ id, name, size: fileSizeBytes, url: isOfDiscord(url) ? url : undefined }];
  let path = url;
  try {
    path = decodeURIComponent(url);
  } catch {
    // Not percent-encoded.
  }
  return [{ id, name, size: fileSizeBytes, path: `${folder}${path.replaceAll('\\', '/')}` }];
}

/** Only Discord's own hosts are called for files. */
function isOfDiscord(address: string): boolean {
  const url = URL.parse(address);
  return (
    url?.protocol === 'https:' &&
    /(?:^|\.)(?:discordapp\.com|discordapp\.net|discord\.com)$/.test(url.hostname)
  );
}

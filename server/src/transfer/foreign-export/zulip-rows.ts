/** Rows of the tables of Zulip. Its import reads most columns without looking whether they are there, and refuses unknown ones. */
import type { Channel, User } from '../../core/organization/index.ts';
import { botTypes } from '../../../../wire/bots.ts';
import { zulipType } from '../../features/reactions/index.ts';
import { codeApart } from './content.ts';
import { exportedAddress } from './names.ts';
import type { ExportedFile, ExportedMessage } from './reader.ts';
import { channelSince, nobody, type ZulipGroups } from './zulip-groups.ts';
import { topicsPolicies } from './zulip-organization.ts';
import type { ZulipVersion } from './zulip-versions.ts';

export type Message = ExportedMessage & { channelId: number | null; directId: number | null };

const seconds = (ms: number): number => ms / 1000;

/** The migrations of a server of this version: one of another version refuses the export. It only warns of apps without migrations. */
export const migrationStatus = (version: ZulipVersion) => ({
  migrations_by_app: {},
  zulip_version: `${version}.0`,
});

/** The rows of the table of sign-in methods: those that are not listed are switched off. */
const signInMethods = [
  ...(['Email', 'LDAP', 'RemoteUser', 'Google', 'GitHub', 'GitLab', 'AzureAD', 'Apple'] as const),
  ...(['SAML', 'OpenID Connect'] as const),
];

export const signInRows = (realm: number) => signInMethods.map((name, i) => ({ id: i + 1, realm, name }));

/**
 * Most count as long away, so that the server there makes the rows of messages in channels when they come back, as it does for
 * people of other products: there would be one for each message and subscriber. It would also make those of what people of a
 * channel with protected history have not received: they have all of theirs in the export.
 */
export const personRow = (user: User, realm: number, hasOwnRows: boolean) => ({
  id: user.id,
  realm,
  full_name: user.fullName,
  delivery_email: exportedAddress(user),
  email: user.email === user.deliveryEmail ? exportedAddress(user) : user.email,
  email_address_visibility: Number(user.settings.email_address_visibility ?? 1),
  role: user.role,
  is_active: user.isActive,
  is_bot: user.isBot,
  bot_type: user.isBot ? (user.botType ?? botTypes.generic) : null,
  bot_owner: user.botOwnerId,
  timezone: user.timezone,
  translate_emoticons: false,
  default_sending_stream: null,
  default_events_register_stream: null,
  avatar_source: user.avatarSource === 'U' ? 'U' : 'G',
  avatar_version: 1,
  groups: [],
  user_permissions: [],
  is_mirror_dummy: false,
  date_joined: seconds(user.dateJoined),
  last_login: null,
  last_reminder: null,
  ...(user.isBot || hasOwnRows
    ? { last_active_message_id: null }
    : { long_term_idle: true, last_active_message_id: 0 }),
});

/** A bot of the server itself, under the address that the one there has. */
export const serverBotRow = (bot: User, recipient: number) => ({
  id: bot.id,
  full_name: bot.fullName,
  email: bot.email.replace(/@.*$/, '@zulip.com'),
  is_bot: true,
  recipient_id: recipient,
});

export const channelRow = (
  channel: Channel,
  { realm, version, groups }: { realm: number; version: ZulipVersion; groups: ZulipGroups },
) => ({
  id: channel.id,
  realm,
  name: channel.name,
  description: channel.description,
  invite_only: channel.isPrivate,
  deactivated: channel.isArchived,
  is_web_public: channel.isWebPublic,
  date_created: seconds(channel.createdAt),
  creator: channel.creatorId,
  history_public_to_subscribers: channel.isHistoryPublic,
  message_retention_days: channel.retentionDays,
  ...(version < 11 ? {} : { folder: channel.folderId, topics_policy: topicsPolicies[channel.topicsPolicy] }),
  ...groups.columns(channelSince, (name) => channel.settings[name] ?? nobody),
});

/** What stands for the topic of direct messages since version 11, where none is a topic of its own. */
const noTopic = '\u0007';

export function messageRow(
  message: Message,
  { realm, recipient, version }: { realm: number; recipient: number; version: ZulipVersion },
  ambiguous: ReadonlySet<string>,
) {
  const isDirect = message.channelId === null;
  return {
    id: message.id,
    realm,
    sender: message.senderId,
    recipient,
    sending_client: 1,
    subject: isDirect && version >= 11 ? noTopic : message.topic,
    content: withPlainPaths(withoutIds(message.content, ambiguous), message.files),
    rendered_content: null,
    rendered_content_version: null,
    date_sent: seconds(message.sentAt),
    last_edit_time: message.editedAt === null ? null : seconds(message.editedAt),
    edit_history: null,
    has_attachment: message.files.length > 0,
    has_image: message.files.some(({ contentType }) => contentType.startsWith('image/')),
    has_link: message.files.length > 0 || /https?:\/\//.test(message.content),
    ...(isDirect ? { is_channel_message: false } : {}),
  };
}

/** All IDs are others there: a mention that has one is taken by its name, except where two people have it. */
const withoutIds = (content: string, ambiguous: ReadonlySet<string>): string =>
  codeApart(content, (text) =>
    text.replace(/@(_?)\*\*([^*|\n]+)\|\d+\*\*/g, (whole, silent: string, name: string) =>
      ambiguous.has(name) ? whole : `@${silent}**${name}**`,
    ),
  );

/** Addresses of files are replaced there as they are listed, not as a browser spells them. */
const withPlainPaths = (content: string, files: readonly ExportedFile[]): string =>
  files.reduce((text, { path }) => text.replaceAll(encodeURI(path), path), content);

const flags = { read: 1, mentioned: 8, direct: 2048 } as const;

/** Who has a message. */
export interface Holding {
  /** All in a direct conversation; otherwise only the people whom it mentions. */
  direct: readonly number[] | undefined;
  /** The people who received it, where it says who may read it. */
  received: ReadonlySet<number>;
  /** In a channel with protected history nobody else has it, not even if it mentions them. */
  isProtected: boolean;
}

/** @param people Those who are exported. */
export function holderRows(
  message: Message,
  { direct, received, isProtected }: Holding,
  people: ReadonlySet<number>,
) {
  const mentioned = new Set(
    [...message.rendered.matchAll(/class="user-mention" data-user-id="(\d+)"/g)]
      .map(([, id]) => Number(id))
      .filter((id) => people.has(id)),
  );
  const inChannel = isProtected ? received : mentioned.union(received);
  const holders = direct ?? [...inChannel];
  return holders
    .filter((id) => people.has(id))
    .map((user) => ({
      user_profile: user,
      message: message.id,
      flags_mask:
        flags.read + (mentioned.has(user) ? flags.mentioned : 0) + (direct === undefined ? 0 : flags.direct),
    }));
}

export const reactionRow = (id: number, message: number, one: ExportedMessage['reactions'][number]) => ({
  id,
  message,
  user_profile: one.userId,
  emoji_name: one.name,
  emoji_code: one.code,
  reaction_type: zulipType(one.kind),
});

export const uploadRow = (file: ExportedFile, realm: number, owner: number) => ({
  path: file.path,
  s3_path: file.path,
  realm_id: realm,
  user_profile_id: owner,
  size: file.size,
  last_modified: seconds(file.createdAt),
  content_type: file.contentType,
});

export interface Attached {
  file: ExportedFile;
  messages: number[];
  /** Whether one of the messages is in a public channel: then everyone may open it. */
  isPublic: boolean;
}

export const attachmentRow = ({ file, messages, isPublic }: Attached, realm: number, owner: number) => ({
  id: file.id,
  owner,
  realm,
  path_id: file.path,
  file_name: file.name,
  size: file.size,
  create_time: seconds(file.createdAt),
  is_realm_public: isPublic,
  messages,
  scheduled_messages: [],
  content_type: file.contentType,
});

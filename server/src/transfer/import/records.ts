/**
 * The common format of all sources: a stream of records, people and conversations before the messages that refer to
 * them. IDs are the source's own; texts are pieces of Markdown with references between them, which become mentions
 * and links once their targets on this server are known.
 */

import type { ChannelPermission, TopicsPolicy } from '../../../../wire/channels.ts';
import type { SystemGroup } from '../../../../wire/core.ts';
import type { GroupPermission } from '../../../../wire/groups.ts';
import type { OrganizationSettingName } from '../../../../wire/organization.ts';
import type { OrganizationPermission } from '../../../../wire/permissions.ts';
import type { AddPlaygroundParams, LinkifierParams } from '../../../../wire/linkifiers.ts';
import type { StoredUserSettings } from '../../../../wire/settings.ts';
import type { ImportOptions } from './options.ts';
import type { FolderRecord, PersonalExtras, PictureRecord } from './reading/more-records.ts';
import type { SystemBotName } from '../../core/users/index.ts';
import { StorageFault } from '../../lib/storage/faults.ts';

/** An ID in the source. */
export type SourceId = string;

export const personRoles = ['owner', 'administrator', 'moderator', 'member', 'guest'] as const;
export type PersonRole = (typeof personRoles)[number];

/** Who sees an address besides its owner. */
export type AddressAudience = 'everyone' | 'members' | 'moderators' | 'administrators' | 'nobody';

export interface PersonRecord {
  kind: 'person';
  id: SourceId;
  name: string;
  email?: string | undefined;
  /** As in the source; absent if the source does not say it. */
  addressSeenBy?: AddressAudience | undefined;
  /** Their own settings, as this server names them. */
  settings?: Readonly<Partial<StoredUserSettings>>;
  role: PersonRole;
  /** Deactivated people stay as authors. */
  isActive: boolean;
  isBot?: boolean;
  bot?: BotFields | undefined;
  /** One of the server's own bots: messages that it sent there are of the same one here. */
  systemBot?: SystemBotName | undefined;
  /** From another workspace, or known from messages only: an author who never had an account. */
  isForeign?: boolean;
  /** IANA time zone. */
  timezone?: string | undefined;
  avatar?: FileRecord | undefined;
  /** By the names of the fields: phone, title and the like. */
  profile?: Readonly<Record<string, string>>;
  status?: { text: string; emoji?: string | undefined } | undefined;
}

/** What a bot has besides its account. Its owner comes before it. */
export interface BotFields {
  /** 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded. */
  type: number;
  owner?: SourceId | undefined;
  /** The URL of an outgoing webhook. */
  payloadUrl?: string | undefined;
  interface?: number | undefined;
  /** The program of an embedded bot. */
  program?: string | undefined;
  config: Readonly<Record<string, string>>;
  storage: Readonly<Record<string, string>>;
}

/** Who holds a permission: people, groups of the source, and system groups. Of the latter two, subgroups as well. */
export interface Holders {
  people: readonly SourceId[];
  groups: readonly SourceId[];
  roles: readonly SystemGroup[];
}

export interface GroupRecord {
  kind: 'group';
  id: SourceId;
  name: string;
  description?: string;
  members: readonly SourceId[];
  isDeactivated?: boolean;
  /** Groups of the source, and system groups, whose members are in it too. */
  subgroups?: Pick<Holders, 'groups' | 'roles'>;
  permissions?: Partial<Record<GroupPermission, Holders>>;
}

/** Which values of a setting give people more: from the widest to the narrowest, if it has names. */
export type SettingDirection = 'on' | 'off' | 'more' | 'less' | 'no access' | readonly string[];

export type ChannelSetting = Extract<OrganizationSettingName, `${string}_id`>;

/** What the organization lets people do. A new organization gets it; of an existing one, the report says what differs. */
export interface SettingsRecord {
  kind: 'settings';
  values: Partial<
    Record<OrganizationSettingName, { value: string | number | boolean | null; wider: SettingDirection }>
  >;
  permissions: Partial<Record<OrganizationPermission, Holders>>;
  /** The name of the organization. */
  name?: string | undefined;
  description?: string | undefined;
  /** Channels that settings name, such as that of reported messages. */
  channels: Partial<Record<ChannelSetting, SourceId>>;
  linkifiers: readonly LinkifierParams[];
  playgrounds: readonly AddPlaygroundParams[];
  /** The domains of the addresses of those who may join. */
  domains: readonly { domain: string; allowsSubdomains: boolean }[];
}

/** A profile field that the source describes; values of it are in personal records. */
export interface FieldRecord {
  kind: 'field';
  id: SourceId;
  name: string;
  hint: string;
  type: number;
  /** JSON, as the API of Zulip has it. */
  data: string;
  isRequired: boolean;
  isEditable: boolean;
  isInSummary: boolean;
  isForMatching: boolean;
}

/** What people keep for themselves. It comes after the people and the channels. */
export interface PersonalRecord extends PersonalExtras {
  kind: 'personal';
  /** The id of the person. */
  id: SourceId;
  /** The values of profile fields. */
  values: readonly { field: SourceId; value: string }[];
  alertWords: readonly string[];
  mutedPeople: readonly { person: SourceId; at: number }[];
  /** Visibility as the API has it. */
  topics: readonly { channel: SourceId; topic: string; policy: number; at: number }[];
  snippets: readonly { title: string; content: string }[];
  scheduled: readonly ScheduledEntry[];
}

export interface ScheduledEntry {
  place: { channel: SourceId } | { direct: readonly SourceId[] };
  topic: string;
  text: Text;
  /** Milliseconds since 1970. */
  at: number;
}

/** What a member chose for a channel. */
export interface MemberChoices {
  color?: string | undefined;
  isMuted: boolean;
  isPinned: boolean;
  desktop: boolean | null;
  audible: boolean | null;
  push: boolean | null;
  email: boolean | null;
  wildcards: boolean | null;
}

export interface ChannelRecord {
  kind: 'channel';
  id: SourceId;
  name: string;
  description?: string;
  /** False only if the source says that the channel is for everyone. */
  isPrivate: boolean;
  isArchived?: boolean;
  /** Readable without an account, where the organization allows it. */
  isWebPublic?: boolean;
  /** Otherwise members of a private channel read what they received, see `receivedBy` of messages. */
  isHistoryShared?: boolean;
  topicsPolicy?: TopicsPolicy;
  permissions?: Partial<Record<ChannelPermission, Holders>>;
  /** Only moderators may post. */
  isReadOnly?: boolean;
  /** New users are subscribed to it. */
  isDefault?: boolean;
  /** Milliseconds since 1970. */
  createdAt?: number | undefined;
  creator?: SourceId | undefined;
  members: readonly SourceId[];
  choices?: ReadonlyMap<SourceId, MemberChoices>;
  folder?: SourceId | undefined;
  /** After which messages are deleted: `null` as the organization decides, -1 never. */
  retentionDays?: number | null;
  /** What the organization of the source decides, -1 never. */
  inheritedRetentionDays?: number | undefined;
}

export interface DirectRecord {
  kind: 'direct';
  id: SourceId;
  members: readonly SourceId[];
}

export interface EmojiRecord {
  kind: 'emoji';
  /** Where several may have had the same name. */
  id?: SourceId | undefined;
  author?: SourceId | undefined;
  /** Only messages and reactions that have it still show it. */
  isDeactivated?: boolean;
  name: string;
  file?: FileRecord;
  /** The name of which this one is an alias. */
  aliasOf?: string;
}

/** A file in the source. */
export interface FileRecord {
  id: SourceId;
  name: string;
  contentType?: string | undefined;
  /** In bytes, according to the source. */
  size?: number | undefined;
  /** In the export. */
  path?: string | undefined;
  /** Address to fetch it from. */
  url?: string | undefined;
  /** Why it is not available any more. */
  missing?: string;
}

export type Reference =
  /** With `byName`, the name alone was written, and stays if it is theirs alone here. */
  | { user: SourceId; label?: string; silent?: boolean; byName?: boolean }
  | { channel: SourceId; label?: string }
  | { group: SourceId; label?: string }
  /** `written` stays in the text if the message or file did not come; without it, the address, or a note that says so. */
  | { message: SourceId; label: string; url: string; written?: string }
  | { file: FileRecord; label?: string; written?: string }
  /** By its name there; `unicode` is its code, where the source has it. */
  | { emoji: string; unicode?: string }
  | { everyone: true };

/** Markdown with references. */
export type Text = readonly (string | Reference)[];

export interface ReactionRecord {
  emoji: string;
  /** The id of a custom emoji, if the source has ids of them. */
  emojiId?: SourceId | undefined;
  users: readonly SourceId[];
  /** The number of further reactions whose people the source does not name. */
  unnamed?: number;
}

export interface ThreadRecord {
  /** ID of its first message. */
  id: SourceId;
  isRoot: boolean;
  /** Number of messages including the root, if the source knows it. */
  size?: number | undefined;
  /** Set if threads have names in the source. */
  title?: string | undefined;
}

export const markNames = [
  'unread',
  'mentioned',
  'topicWildcardMentioned',
  'hasAlertWord',
  'collapsed',
  'historical',
] as const;
export interface MessageMark {
  person: SourceId;
  /** Those that the message has for the person. */
  names: readonly (typeof markNames)[number][];
}

export interface MessageRecord {
  kind: 'message';
  id: SourceId;
  place: { channel: SourceId } | { direct: SourceId };
  /** Set if the source has topics. */
  topic?: string;
  sender: SourceId;
  /** Shown if the sender is unknown. */
  senderName?: string | undefined;
  senderIsBot?: boolean;
  /** Milliseconds since 1970. */
  sentAt: number;
  editedAt?: number | undefined;
  /** When it was last moved to another topic or channel. */
  movedAt?: number | undefined;
  text: Text;
  thread?: ThreadRecord | undefined;
  files?: readonly FileRecord[];
  reactions?: readonly ReactionRecord[];
  starredBy?: readonly SourceId[];
  /** Who pinned it for everyone in the conversation. */
  pinnedBy?: SourceId;
  /** What the source says of single people; without it, mentions follow from the text and everyone has read it. */
  marks?: readonly MessageMark[];
  /** In a channel whose history is not shared. */
  receivedBy?: readonly SourceId[];
  /** In other channels: who receives messages of the channel from this one on, and who does not, or no longer. */
  arrivals?: { joined: readonly SourceId[]; left: readonly SourceId[] };
  /** A poll or a to-do list, if its text begins one. */
  mayBeWidget?: boolean;
  /** Someone joined, left or renamed something: only imported on request. */
  isNotice?: boolean;
  /** A notice of the server's own bots there: imported unless the operator says otherwise. */
  isBotNotice?: boolean;
  /** A reply that was sent to its channel too, as it is there: only if threads are topics. */
  isBroadcast?: boolean;
  /** Another part of the long message before it. */
  isContinued?: boolean;
}

export const countUnnamed = (count: unknown, named: number): number =>
  typeof count === 'number' && Number.isSafeInteger(count) && count > named ? count - named : 0;

/** Whether the options leave it out. */
export const isLeftOut = (
  { isNotice, isBotNotice, isBroadcast }: MessageRecord,
  { notices, threads }: Pick<ImportOptions, 'notices' | 'threads'>,
): boolean =>
  (isBroadcast === true && threads === 'join') ||
  (isNotice === true && notices !== true) ||
  (isBotNotice === true && notices === false);

/** Something that cannot be imported, with the reason. The import continues. */
export interface ProblemRecord {
  kind: 'problem';
  /** Where in the source, such as `general/2024-01-01.json #12`. */
  place: string;
  reason: string;
  /** Messages that the export has may be unknown because of it: those that came before count as there. */
  isGap?: boolean;
}

/** Records of the source that are left out, as all of their kind are. */
export interface LeftOutRecord {
  kind: 'leftOut';
  what: string;
  count: number;
  reason: string;
  /** Where the first of them are, as for problems. */
  places?: readonly string[];
}

/** People have more access here than in the source, or less. */
export interface AccessRecord {
  kind: 'access';
  change: AccessChange;
  /** What it is about, such as `channel general`. */
  place: string;
  reason: string;
}

export type AccessChange = 'wider' | 'narrower';

export type SourceRecord =
  | PersonRecord
  | ChannelRecord
  | GroupRecord
  | DirectRecord
  | FieldRecord
  | PersonalRecord
  | EmojiRecord
  | MessageRecord
  | SettingsRecord
  | FolderRecord
  | PictureRecord
  | AccessRecord
  | LeftOutRecord
  | ProblemRecord;

/** Single records or batches of them: each step of an async iteration costs as much as a short message. */
export type Records = AsyncIterable<SourceRecord | SourceRecord[]>;

export const listed = (some: SourceRecord | SourceRecord[]): SourceRecord[] =>
  Array.isArray(some) ? some : [some];

/**
 * Converts one item of an export; an item of an unexpected form becomes a problem.
 * @throws StorageFault if the temporary file of the reader cannot be written
 */
export function readItem<T extends SourceRecord>(
  place: string,
  read: () => Iterable<T>,
): Iterable<T | ProblemRecord> {
  try {
    return [...read()];
  } catch (error) {
    // What a reader keeps on disk meanwhile says nothing of the export.
    if (error instanceof StorageFault) throw error;
    return [gap(place, 'It has another form than in such an export.')];
  }
}

export const problem = (place: string, reason: string): ProblemRecord => ({ kind: 'problem', place, reason });

/** Something that could not be read. */
export const gap = (place: string, reason: string): ProblemRecord => ({
  ...problem(place, reason),
  isGap: true,
});

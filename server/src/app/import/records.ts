/**
 * What every source is read into, whatever the product: a stream of records, people and conversations before the messages
 * that name them. IDs are the source's own; texts are Markdown in pieces, between which stand references that become
 * mentions and links once it is known what they are here.
 */

import type { Readable } from 'node:stream';

/** An ID as the source has it. */
export type SourceId = string;

export type PersonRole = 'owner' | 'administrator' | 'moderator' | 'member' | 'guest';

export interface PersonRecord {
  kind: 'person';
  id: SourceId;
  name: string;
  email?: string | undefined;
  role: PersonRole;
  /** Deactivated people stay as authors. */
  isActive: boolean;
  isBot?: boolean;
  /** From elsewhere, or known by a message alone: an author who never had an account. */
  isForeign?: boolean;
  /** IANA name. */
  timezone?: string | undefined;
  avatar?: FileRecord | undefined;
  /** By the names of the fields: phone, title and the like. */
  profile?: Readonly<Record<string, string>>;
  status?: { text: string; emoji?: string | undefined } | undefined;
}

export interface GroupRecord {
  kind: 'group';
  id: SourceId;
  name: string;
  description?: string;
  members: readonly SourceId[];
}

export interface ChannelRecord {
  kind: 'channel';
  id: SourceId;
  name: string;
  description?: string;
  isPrivate: boolean;
  isArchived?: boolean;
  /** Only moderators post. */
  isReadOnly?: boolean;
  /** New people join it. */
  isDefault?: boolean;
  /** Milliseconds since 1970. */
  createdAt?: number | undefined;
  creator?: SourceId | undefined;
  members: readonly SourceId[];
}

export interface DirectRecord {
  kind: 'direct';
  id: SourceId;
  members: readonly SourceId[];
}

export interface EmojiRecord {
  kind: 'emoji';
  name: string;
  file?: FileRecord;
  /** Another name that means the same. */
  aliasOf?: string;
}

/** A file where the source has it. */
export interface FileRecord {
  id: SourceId;
  name: string;
  contentType?: string | undefined;
  /** In bytes, according to the source. */
  size?: number | undefined;
  /** In the export. */
  path?: string | undefined;
  /** Where it can be fetched. */
  url?: string | undefined;
  /** Why nobody can have it any more. */
  missing?: string;
}

export type Reference =
  | { user: SourceId; label?: string; silent?: boolean }
  | { channel: SourceId; label?: string }
  | { group: SourceId; label?: string }
  | { message: SourceId; label: string; url: string }
  | { file: FileRecord; label?: string }
  | { everyone: true };

/** Markdown, and what it refers to. */
export type Text = readonly (string | Reference)[];

export interface ReactionRecord {
  emoji: string;
  users: readonly SourceId[];
}

export interface ThreadRecord {
  /** That of its first message. */
  id: SourceId;
  isRoot: boolean;
  /** Messages with the root, where the source says. */
  size?: number | undefined;
  /** Where threads have names of their own. */
  title?: string | undefined;
}

export interface MessageRecord {
  kind: 'message';
  id: SourceId;
  place: { channel: SourceId } | { direct: SourceId };
  /** Where the source has topics. */
  topic?: string;
  sender: SourceId;
  /** Shown where nothing else is known of the sender. */
  senderName?: string | undefined;
  senderIsBot?: boolean;
  /** Milliseconds since 1970. */
  sentAt: number;
  editedAt?: number | undefined;
  text: Text;
  thread?: ThreadRecord | undefined;
  files?: readonly FileRecord[];
  reactions?: readonly ReactionRecord[];
  starredBy?: readonly SourceId[];
  /** Someone joined, left, renamed: only kept when asked for. */
  isNotice?: boolean;
}

/** Something that cannot come, and why. The rest goes on. */
export interface ProblemRecord {
  kind: 'problem';
  /** Where in the source, such as `general/2024-01-01.json #12`. */
  place: string;
  reason: string;
}

export type SourceRecord =
  | PersonRecord
  | ChannelRecord
  | GroupRecord
  | DirectRecord
  | EmojiRecord
  | MessageRecord
  | ProblemRecord;

/** One by one or, where there are very many, some at a time: each step of an async iteration costs as much as a short message. */
export type Records = AsyncIterable<SourceRecord | SourceRecord[]>;

export const listed = (some: SourceRecord | SourceRecord[]): SourceRecord[] =>
  Array.isArray(some) ? some : [some];

/** An export of another product. */
export interface Source {
  product: string;
  /** Distinguishes the workspace from others of the product; the same in each of its exports. */
  origin: string;
  /** Whether messages come in the order of time. */
  isInOrder: boolean;
  /** Name of the topic for what is in no thread. */
  topic: string;
  records(): Records;
  /** Where files of messages are neither files of the export nor addresses. @throws Error with the reason */
  openFile?(file: FileRecord): Promise<Readable>;
}

/** What one item of an export becomes, or that it has a form which nobody expects there. */
export function readItem<T extends SourceRecord>(
  place: string,
  read: () => Iterable<T>,
): Iterable<T | ProblemRecord> {
  try {
    return [...read()];
  } catch {
    return [problem(place, 'It has another form than in such an export.')];
  }
}

export const problem = (place: string, reason: string): ProblemRecord => ({ kind: 'problem', place, reason });

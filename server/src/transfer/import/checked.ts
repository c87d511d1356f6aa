/**
 * Validates the records of readers before anything is written: an export may have any value in any place. A record that lacks
 * required fields becomes a problem; invalid optional fields are dropped.
 */
import {
  listed,
  markNames,
  personRoles,
  problem,
  type AccessRecord,
  type FileRecord,
  type LeftOutRecord,
  type MessageRecord,
  type ProblemRecord,
  type ReactionRecord,
  type Records,
  type Reference,
  type SettingsRecord,
  type SourceRecord,
} from './records.ts';
import type { PictureRecord } from './reading/more-records.ts';
import { isTimeZone } from '../../lib/i18n/time-zone.ts';
import { fieldsIn, isIn } from '../../lib/objects.ts';
import { droppedFrom } from './reading/dropped.ts';

/** IDs are keys of indexes. */
const longestId = 1000;
const latestMs = 8.64e15;

const isText = (value: unknown): value is string => typeof value === 'string';
const isId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= longestId;
const isTime = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && value < latestMs;
const texts = (values: unknown): string[] => (Array.isArray(values) ? values.filter(isId) : []);
const isFile = (file: unknown): file is FileRecord => {
  const { id, name, path, url, contentType, size } = fieldsIn(file);
  const isMaybeText = (value: unknown) => value === undefined || isText(value);
  return (
    isId(id) &&
    isText(name) &&
    [path, url, contentType].every(isMaybeText) &&
    (size === undefined || typeof size === 'number')
  );
};

export async function* checkedRecords(records: Records): AsyncGenerator<SourceRecord[]> {
  for await (const some of records) yield listed(some).flatMap(checkedWithNotes);
}

/** Readers make these from what they have checked. */
const isOwn = (
  record: SourceRecord,
): record is AccessRecord | LeftOutRecord | PictureRecord | ProblemRecord | SettingsRecord =>
  isIn(['problem', 'access', 'leftOut', 'settings', 'picture'] as const, record.kind);

/** What had to be dropped of a record is counted. */
function checkedWithNotes(record: SourceRecord): SourceRecord | SourceRecord[] {
  const checked = checkedRecord(record);
  if (checked === record || checked.kind === 'problem' || isOwn(checked)) return checked;
  const notes = droppedFrom(record, checked);
  return notes.length === 0 ? checked : [...notes, checked];
}

function checkedRecord(record: SourceRecord): SourceRecord {
  if (record.kind === 'message') return checkedMessage(record);
  if (isOwn(record)) return record;
  if (record.kind === 'field' || record.kind === 'personal' || record.kind === 'folder')
    return isId(record.id) ? record : unusable(record.kind, record.id);
  if (record.kind === 'emoji')
    return isId(record.name) &&
      (record.file === undefined || isFile(record.file)) &&
      (record.aliasOf === undefined || isText(record.aliasOf))
      ? record
      : unusable(record.kind, record.name);
  if (!isId(record.id)) return unusable(record.kind, record.id);
  if (record.kind === 'direct') return { ...record, members: texts(record.members) };
  const name = isText(record.name) ? record.name : record.id;
  if (record.kind === 'person') return { ...record, name, ...checkedPerson(record) };
  return {
    ...record,
    name,
    ...(isText(record.description) ? {} : { description: '' }),
    members: texts(record.members),
    ...(record.kind === 'channel' ? checkedChannel(record) : {}),
  };
}

/** A channel of which it is not certain that it is for everyone is private. */
const checkedChannel = ({ isPrivate, createdAt, creator }: SourceRecord & { kind: 'channel' }): object => ({
  isPrivate: (isPrivate as unknown) !== false,
  createdAt: isTime(createdAt) ? createdAt : undefined,
  creator: isId(creator) ? creator : undefined,
});

const unusable = (kind: string, id: unknown): SourceRecord =>
  problem(`${kind} ${JSON.stringify([id]).slice(1, 60)}`, 'Its ID is no text, or far too long.');

/** A person whose role is unknown is a member at most. */
function checkedPerson({
  role,
  email,
  timezone,
  avatar,
  profile,
  status,
}: SourceRecord & { kind: 'person' }): object {
  return {
    role: isIn(personRoles, role) ? role : 'member',
    email: isText(email) ? email : undefined,
    timezone: isText(timezone) && isTimeZone(timezone) ? timezone : undefined,
    avatar: isFile(avatar) ? avatar : undefined,
    ...(profile && { profile: Object.fromEntries(Object.entries(profile).filter(([, one]) => isText(one))) }),
    ...(status && {
      status: isText(status.text)
        ? { text: status.text, emoji: isText(status.emoji) ? status.emoji : undefined }
        : undefined,
    }),
  };
}

/** Valid messages, which most are, are not copied. */
function checkedMessage(record: MessageRecord): SourceRecord {
  const { id, place, sender, sentAt, text } = record;
  const placeId: unknown = 'channel' in place ? place.channel : place.direct;
  if (!isId(id) || !isId(placeId) || !isId(sender)) return unusable('message', id);
  if (!isTime(sentAt)) return problem(`message ${id}`, 'Its time is none.');
  if (!Array.isArray(text)) return problem(`message ${id}`, 'Its text is none.');
  return isSound(record) ? record : withoutUnusable(record);
}

function isSound({ text, topic, editedAt, senderName, thread, files, ...lists }: MessageRecord): boolean {
  return (
    text.every(isPiece) &&
    (topic === undefined || isText(topic)) &&
    (editedAt === undefined || isTime(editedAt)) &&
    (lists.movedAt === undefined || isTime(lists.movedAt)) &&
    (lists.marks === undefined || (Array.isArray(lists.marks) && lists.marks.every(isMark))) &&
    (senderName === undefined || isText(senderName)) &&
    (thread === undefined || isSoundThread(thread)) &&
    (files === undefined || (Array.isArray(files) && files.every(isFile))) &&
    (lists.pinnedBy === undefined || isId(lists.pinnedBy)) &&
    (lists.receivedBy === undefined || (Array.isArray(lists.receivedBy) && lists.receivedBy.every(isId))) &&
    (lists.arrivals === undefined || isArrivals(lists.arrivals)) &&
    (lists.starredBy === undefined || (Array.isArray(lists.starredBy) && lists.starredBy.every(isId))) &&
    (lists.reactions === undefined || (Array.isArray(lists.reactions) && lists.reactions.every(isReaction)))
  );
}

const isSoundThread = ({ id, size, title }: NonNullable<MessageRecord['thread']>): boolean =>
  isId(id) && (size === undefined || typeof size === 'number') && (title === undefined || isText(title));

const isArrivals = ({ joined, left }: NonNullable<MessageRecord['arrivals']>): boolean =>
  [joined, left].every((list) => Array.isArray(list) && list.every(isId));

const isReaction = ({ emoji, users }: NonNullable<MessageRecord['reactions']>[number]): boolean =>
  isText(emoji) && Array.isArray(users) && users.every(isId);

const isMark = ({ person, names }: NonNullable<MessageRecord['marks']>[number]): boolean =>
  isId(person) && Array.isArray(names) && names.every((name) => isIn(markNames, name));

function isPiece(piece: string | Reference): boolean {
  if (typeof piece === 'string') return true;
  if ('file' in piece) return isFile(piece.file);
  return Object.values(piece).every(
    (value: unknown) => value === undefined || typeof value === 'boolean' || isText(value),
  );
}

function withoutUnusable(record: MessageRecord): MessageRecord {
  const { text, topic, editedAt, movedAt, senderName, thread, files, ...others } = record;
  const { reactions, starredBy, pinnedBy, receivedBy, arrivals, marks, ...rest } = others;
  return {
    ...rest,
    text: text.filter(isPiece),
    senderName: isText(senderName) ? senderName : undefined,
    ...(isText(topic) ? { topic } : {}),
    ...(isTime(editedAt) ? { editedAt } : {}),
    ...(isTime(movedAt) ? { movedAt } : {}),
    ...(marks === undefined ? {} : { marks: Array.isArray(marks) ? marks.filter(isMark) : [] }),
    ...(thread && isId(thread.id) ? { thread: checkedThread(thread) } : {}),
    files: Array.isArray(files) ? files.filter(isFile) : [],
    reactions: (Array.isArray(reactions) ? reactions : [])
      .filter(({ emoji }) => isText(emoji))
      .map(({ users, ...reaction }: ReactionRecord) => ({ ...reaction, users: texts(users) })),
    starredBy: texts(starredBy),
    ...(isId(pinnedBy) ? { pinnedBy } : {}),
    ...(receivedBy === undefined ? {} : { receivedBy: texts(receivedBy) }),
    ...(arrivals && { arrivals: { joined: texts(arrivals.joined), left: texts(arrivals.left) } }),
  };
}

const checkedThread = ({
  id,
  isRoot,
  size,
  title,
}: NonNullable<MessageRecord['thread']>): NonNullable<MessageRecord['thread']> => ({
  id,
  isRoot,
  size: typeof size === 'number' ? size : undefined,
  title: isText(title) ? title : undefined,
});

/** Messages of Rocket.Chat. */
import type { Document } from 'bson';
import {
  problem,
  type FileRecord,
  type MessageRecord,
  type ProblemRecord,
  type ReactionRecord,
  type Text,
} from '../records.ts';
import { link, prefixed, TextBuilder, withReferences } from '../text.ts';
import { fieldsIn, listIn } from '../../../lib/objects.ts';
import { objectsFrom } from '../exported.ts';

export interface RoomPlace {
  place: MessageRecord['place'];
  /** Set for discussions, which become topics of their channel. */
  thread?: { id: string; title: string };
}

export interface RocketChatNames {
  userId(username: string): string | undefined;
  channelId(name: string): string | undefined;
  groupId(name: string): string | undefined;
}

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const list = (value: unknown): Document[] => objectsFrom<Document>(value);
/** Milliseconds since 1970. Old dumps contain numbers. */
export const parseTime = (value: unknown): number | undefined => {
  const time = value instanceof Date ? value.getTime() : Number(value);
  return Number.isFinite(time) && time > 0 && time < 8.64e15 ? time : undefined;
};

export function messageRecord(
  message: Document,
  room: RoomPlace,
  names: RocketChatNames,
  where: string,
): MessageRecord | ProblemRecord {
  const sentAt = parseTime(message.ts);
  const author = fieldsIn(message.u);
  const sender = text(author._id);
  if (text(message._id) === '' || sender === '') return problem(where, 'The message has no ID or no author.');
  if (sentAt === undefined) return problem(where, '"ts" is no time.');
  const kind = text(message.t);
  if (kind === 'e2e') return problem(where, 'It is encrypted from end to end.');
  if (kind === 'rm' || message._hidden === true) return problem(where, 'It was deleted or is hidden.');
  const files = listFiles(message);
  const body = convertBody(message, names);
  if (body.length === 0 && files.length === 0) return problem(where, 'It has neither a text nor files.');
  const editedAt = parseTime(message.editedAt);
  const starredBy = list(message.starred)
    .map(({ _id: id }) => text(id))
    .filter((id) => id !== '');
  return {
    kind: 'message',
    id: text(message._id),
    place: room.place,
    sender,
    senderName: text(author.name) || text(author.username) || undefined,
    sentAt,
    ...(editedAt === undefined ? {} : { editedAt }),
    text: body,
    ...findThread(message, room),
    ...(files.length > 0 ? { files } : {}),
    reactions: convertReactions(message, names),
    starredBy,
    ...(message.pinned === true ? { pinnedBy: sender } : {}),
    ...(kind === '' || kind === 'discussion-created' ? {} : { isNotice: true }),
  };
}

function findThread(message: Document, { thread }: RoomPlace): Pick<MessageRecord, 'thread'> {
  if (thread) return { thread: { id: thread.id, isRoot: false, title: thread.title } };
  const root = text(message.tmid);
  if (root !== '') return { thread: { id: root, isRoot: false } };
  const replies = Number(message.tcount ?? 0);
  return replies > 0 ? { thread: { id: text(message._id), isRoot: true, size: replies + 1 } } : {};
}

const marks =
  /(?<![\w*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\w*])|(?<![\w~])~(?=[^\s~])([^~\n]*[^\s~])~(?![\w~])|(?<![\w/@.-])@([\w.-]*\w)|(?<![\w/#&])#([\w.-]*\w)|\[ \]\((https?:\/\/[^\s)]{0,2000}[?&]msg=(\w+)[^\s)]*)\)|\[([^\][\n]+)\]\((https?:\/\/[^\s)]{0,2000}[?&]msg=(\w+)[^\s)]*)\)|(https?:\/\/[^\s)>]{0,2000}[?&]msg=(\w+)[^\s)>]*)/g;

function fromRocketChat(content: string, names: RocketChatNames): Text {
  return withReferences(
    content,
    marks,
    ([, bold, struck, user, channel, url, message, label, labelled, named, bare, shown]) => {
      if (named !== undefined && labelled !== undefined)
        return { message: named, label: label ?? labelled, url: labelled };
      if (shown !== undefined && bare !== undefined) return { message: shown, label: bare, url: bare };
      if (bold !== undefined) return `**${bold}**`;
      if (struck !== undefined) return `~~${struck}~~`;
      if (user === 'all' || user === 'here') return { everyone: true };
      if (user !== undefined) {
        const id = names.userId(user);
        if (id !== undefined) return { user: id, label: user };
        const group = names.groupId(user);
        return group === undefined ? undefined : { group, label: user };
      }
      if (channel !== undefined) {
        const id = names.channelId(channel);
        return id === undefined ? undefined : { channel: id, label: channel };
      }
      return message === undefined || url === undefined
        ? undefined
        : ['*In reply to ', { message, label: url, url }, ':*\n'];
    },
  );
}

function convertBody(message: Document, names: RocketChatNames): Text {
  const made = new TextBuilder();
  const alias = text(message.alias);
  if (alias !== '') made.markdown(`**${alias.replaceAll('*', '')}:** `);
  const own = fromRocketChat(text(message.msg), names);
  made.text(own);
  let isEmpty = own.length === 0;
  for (const attachment of list(message.attachments)) {
    // Attachments for quotations repeat the linked message, and those for images the uploaded file.
    if (
      attachment.message_link !== undefined ||
      attachment.type === 'file' ||
      attachment.image_url !== undefined
    ) {
      const description = text(attachment.description);
      if (description !== '') made.markdown('\n').text(fromRocketChat(description, names));
      isEmpty &&= description === '';
      continue;
    }
    const shown = attachmentText(attachment, names);
    if (shown.length === 0) continue;
    made.markdown('\n').text(prefixed(shown, '> ')).markdown('\n');
    isEmpty = false;
  }
  return isEmpty ? [] : made.done();
}

function attachmentText(attachment: Document, names: RocketChatNames): Text {
  const made = new TextBuilder();
  const line = (one: Text) => made.markdown(made.isEmpty ? '' : '\n').text(one);
  const title = text(attachment.title);
  const url = text(attachment.title_link);
  if (title !== '') line([url.startsWith('http') ? link(title, url) : `**${title}**`]);
  if (text(attachment.text) !== '') line(fromRocketChat(text(attachment.text), names));
  for (const field of list(attachment.fields)) line([`**${text(field.title)}** ${text(field.value)}`]);
  return made.isEmpty ? [] : made.done();
}

function listFiles(message: Document): FileRecord[] {
  const files = [...list(message.files), ...list(message.file === undefined ? [] : [message.file])];
  const found = new Map<string, FileRecord>();
  for (const file of files) {
    const id = text(file._id);
    const name = text(file.name) || id;
    // Rocket.Chat stores thumbnails as files of their own.
    if (id === '' || found.has(id) || (name.startsWith('thumb-') && files.length > 1)) continue;
    found.set(id, {
      id,
      name,
      contentType: text(file.type) || undefined,
      size: Number(file.size) || undefined,
    });
  }
  return [...found.values()];
}

function convertReactions(message: Document, names: RocketChatNames): ReactionRecord[] {
  return Object.entries(fieldsIn(message.reactions)).map(([name, one]) => {
    const given = listIn(fieldsIn(one).usernames);
    const users = given.map((user) => names.userId(text(user))).filter((user) => user !== undefined);
    return { emoji: name.replaceAll(':', ''), users, unnamed: given.length - users.length };
  });
}

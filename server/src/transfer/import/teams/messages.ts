/** Converts messages of Teams. */
import { fromHtml } from '../html.ts';
import {
  problem,
  type MessageRecord,
  type ReactionRecord,
  type Reference,
  type SourceRecord,
  type Text,
} from '../records.ts';
import { pathInLink } from '../../../lib/files/names.ts';
import { fieldsIn } from '../../../lib/objects.ts';
import { link, prefixed, TextBuilder } from '../text.ts';
import type { Row } from './fields.ts';

/** Who was added, renamed or called, which the product itself says. */
export const isNotice = (row: Row): boolean =>
  /^(?:systemeventmessage|unknownfuturevalue)$/i.test(row.text('messagetype')) ||
  (row.row('from').text('id') === '' && /^\s*<systemEventMessage\b/i.test(row.row('body').text('content')));

export function messageRecord(
  row: Row,
  id: string,
  place: MessageRecord['place'],
  where: string,
): SourceRecord & { kind: 'message' | 'problem' } {
  const sentAt = row.time('createddatetime');
  const from = row.row('from');
  const user = from.row('user');
  const app = from.row('application');
  const sender = user.text('id') || app.text('id');
  if (row.time('deleteddatetime') !== undefined) return problem(where, 'It was deleted.');
  if (sender === '') return problem(where, 'It has no author.');
  if (sentAt === undefined) return problem(where, 'It has no time.');
  const placeId = 'channel' in place ? place.channel : place.direct;
  const text = convertBody(row, placeId);
  if (text.length === 0) return problem(where, 'It has neither a text nor files.');
  const root = row.text('replytoid');
  const editedAt = row.time('lastediteddatetime');
  const subject = row.text('subject');
  const thread = {
    id: root === '' ? id : `${placeId}:${root}`,
    isRoot: root === '',
    title: subject || undefined,
  };
  return {
    kind: 'message',
    id,
    place,
    sender,
    senderName: user.text('displayname') || app.text('displayname') || undefined,
    senderIsBot: user.text('id') === '',
    sentAt,
    ...(editedAt === undefined ? {} : { editedAt }),
    text,
    // Every post of a channel begins a thread, with or without replies.
    ...('channel' in place ? { thread } : {}),
    reactions: convertReactions(row),
  };
}

function convertBody(row: Row, placeId: string): Text {
  const body = row.row('body');
  const mentions = new Map(row.rows('mentions').map((one) => [one.text('id'), one.row('mentioned')]));
  const made = new TextBuilder();
  for (const one of row.rows('attachments')) addAnswered(one, placeId, made);
  if (body.text('contenttype').toLowerCase() === 'text') made.plain(body.text('content'));
  else
    made.text(
      fromHtml(body.text('content'), (name, attributes, inside) => {
        if (name === 'at') {
          return convertMention(mentions.get(attributes.get('id') ?? ''), inside);
        }
        if (name === 'a') return messageLink(attributes.get('href') ?? '', inside);
        if (name === 'emoji') return attributes.get('alt') ?? '';
        return name === 'attachment' || name === 'systemeventmessage' ? '' : undefined;
      }),
    );
  // Files are stored in SharePoint. Cards of apps have their text in themselves.
  for (const one of row.rows('attachments')) {
    const card = cardText(one);
    if (card !== '')
      made
        .markdown(made.isEmpty ? '' : '\n')
        .text(prefixed([card], '> '))
        .markdown('\n');
    else if (one.text('contenturl') !== '')
      made
        .markdown(made.isEmpty ? '' : '\n')
        .markdown(link(one.text('name') || 'file', one.text('contenturl')));
  }
  return made.isEmpty ? [] : withoutRepeated(made.done());
}

/** Teams mentions each part of a name by itself. */
function withoutRepeated(text: Text): Text {
  let last: string | undefined;
  return text.filter((piece) => {
    if (typeof piece === 'object') {
      const user = 'user' in piece ? piece.user : undefined;
      const isRepeated = user !== undefined && user === last;
      last = user;
      return !isRepeated;
    }
    if (piece.trim() !== '') last = undefined;
    return true;
  });
}

/** The message that this one answers, in a chat. */
function addAnswered(attachment: Row, placeId: string, made: TextBuilder): void {
  const kind = attachment.text('contenttype').toLowerCase();
  if (kind === 'forwardedmessagereference') addForwarded(attachment, made);
  if (kind !== 'messagereference') return;
  const id = attachment.text('id');
  const url = `https://teams.microsoft.com/l/message/${encodeURIComponent(placeId)}/${id}`;
  made
    .markdown('*In reply to ')
    .reference({ message: `${placeId}:${id}`, label: url, url })
    .markdown(':*\n');
}

function addForwarded(attachment: Row, made: TextBuilder): void {
  const { originalMessageContent: html } = fieldsIn(parsedJson(attachment.text('content')));
  const said = typeof html === 'string' ? fromHtml(html, () => undefined) : [];
  if (said.length > 0) made.text(prefixed(said, '> ')).markdown('\n\n');
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const messageAddress =
  /^https:\/\/teams\.(?:microsoft|cloud\.microsoft|live)\.com\/l\/message\/([^/?]+)\/(\d+)/;

function messageLink(url: string, label: string): Reference | undefined {
  const [, place, id] = messageAddress.exec(url) ?? [];
  if (place === undefined || id === undefined) return undefined;
  return { message: `${pathInLink(place)}:${id}`, label: label === '' ? url : label, url };
}

const deepest = 8;

/** The words of a card that an app has posted. */
function cardText(attachment: Row): string {
  if (!/\bcard\b|\.card\./i.test(attachment.text('contenttype'))) return '';
  return cardWords(parsedJson(attachment.text('content')), 0).join('\n');
}

function cardWords(value: unknown, depth: number): string[] {
  if (depth > deepest) return [];
  if (Array.isArray(value)) return value.flatMap((one) => cardWords(one, depth + 1));
  const { title, subtitle, text, value: said, ...rest } = fieldsIn(value);
  const own = [title, subtitle, text, said].filter((one) => typeof one === 'string' && one.trim() !== '');
  return [
    ...own.map(String),
    ...['body', 'items', 'columns', 'facts', 'sections'].flatMap((key) => cardWords(rest[key], depth + 1)),
  ];
}

/** A mention of a person, a whole team, or a channel. */
function convertMention(mentioned: Row | undefined, label: string): Reference | string {
  const user = mentioned?.row('user').text('id');
  if (user) return { user, label };
  const conversation = mentioned?.row('conversation');
  const id = conversation?.text('id');
  const kind = conversation?.text('conversationidentitytype').toLowerCase();
  if (id && kind === 'chat') return { everyone: true };
  if (id && kind === 'team') return { group: id, label };
  return id && kind === 'channel' ? { channel: id, label } : `@${label}`;
}

const reactionNames: Readonly<Record<string, string>> = {
  like: '+1',
  heart: 'heart',
  laugh: 'joy',
  surprised: 'open_mouth',
  sad: 'cry',
  angry: 'angry',
};

function convertReactions(row: Row): ReactionRecord[] {
  const byName = new Map<string, string[]>();
  const unnamed = new Map<string, number>();
  for (const one of row.rows('reactions')) {
    const given = one.text('reactiontype');
    const user = one.row('user').row('user').text('id') || one.row('user').text('id');
    const name = reactionNames[given.toLowerCase()] ?? given;
    if (name === '') continue;
    byName.set(name, [...(byName.get(name) ?? []), ...(user === '' ? [] : [user])]);
    if (user === '') unnamed.set(name, (unnamed.get(name) ?? 0) + 1);
  }
  return [...byName].map(([emoji, users]) => ({ emoji, users, unnamed: unnamed.get(emoji) ?? 0 }));
}

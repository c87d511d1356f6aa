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
import { link, TextBuilder } from '../text.ts';
import type { Row } from './row.ts';

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
  if (sender === '') return problem(where, 'It has no author: a notice of the product.');
  if (sentAt === undefined) return problem(where, 'It has no time.');
  const text = convertBody(row);
  if (text.length === 0) return problem(where, 'It has neither a text nor files.');
  const root = row.text('replytoid');
  const placeId = 'channel' in place ? place.channel : place.direct;
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

function convertBody(row: Row): Text {
  const body = row.row('body');
  const mentions = new Map(row.rows('mentions').map((one) => [one.text('id'), one.row('mentioned')]));
  const made = new TextBuilder();
  if (body.text('contenttype').toLowerCase() === 'text') made.plain(body.text('content'));
  else
    made.text(
      fromHtml(body.text('content'), (name, attributes, inside) => {
        if (name === 'at') {
          return convertMention(mentions.get(attributes.get('id') ?? ''), inside);
        }
        if (name === 'emoji') return attributes.get('alt') ?? '';
        return name === 'attachment' || name === 'systemeventmessage' ? '' : undefined;
      }),
    );
  // Files are stored in SharePoint; a card has no address.
  for (const one of row.rows('attachments'))
    if (one.text('contenturl') !== '')
      made
        .markdown(made.isEmpty ? '' : '\n')
        .markdown(link(one.text('name') || 'file', one.text('contenturl')));
  return made.isEmpty ? [] : made.done();
}

/** A mention of a person, a whole team, or a channel. */
function convertMention(mentioned: Row | undefined, label: string): Reference | string {
  const user = mentioned?.row('user').text('id');
  if (user) return { user, label };
  const conversation = mentioned?.row('conversation');
  const id = conversation?.text('id');
  const kind = conversation?.text('conversationidentitytype').toLowerCase();
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
  for (const one of row.rows('reactions')) {
    const given = one.text('reactiontype');
    const user = one.row('user').row('user').text('id') || one.row('user').text('id');
    const name = reactionNames[given.toLowerCase()] ?? given;
    if (name !== '' && user !== '') byName.set(name, [...(byName.get(name) ?? []), user]);
  }
  return [...byName].map(([emoji, users]) => ({ emoji, users }));
}

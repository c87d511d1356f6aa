/** Converts the text of a message: its HTML if there is one, which says whom and what it links to. */
import { pathInLink } from '../../../lib/files/names.ts';
import { listIn, fieldsIn } from '../../../lib/objects.ts';
import { fromHtml } from '../html.ts';
import type { Reference, Text } from '../records.ts';
import { TextBuilder, withReferences } from '../text.ts';
import type { Content, PollStart } from './events.ts';

export interface RoomNames {
  roomId: string;
  /** By ID of the person. */
  names: ReadonlyMap<string, string>;
}

const address =
  /\[([^\][\n]*)\]\((https:\/\/matrix\.to\/#\/[^)\s]{1,2000})\)|(https:\/\/matrix\.to\/#\/[^\s)]{1,2000})|@room\b/g;
const target = /^https:\/\/matrix\.to\/#\/([@!#][^/?]*)(?:\/(\$[^/?]*))?/;

/** @param edited The content after the last edit. */
export function convertBody(content: Content, edited: Content | undefined, room: RoomNames): Text {
  const now = edited ?? content;
  const made = new TextBuilder();
  const relation = content['m.relates_to'];
  const answered = relation?.['m.in_reply_to']?.event_id;
  if (answered !== undefined && relation?.is_falling_back !== true) {
    const url = `https://matrix.to/#/${room.roomId}/${answered}`;
    made.markdown('*In reply to ').reference({ message: answered, label: url, url }).markdown(':*\n');
  }
  if (content.msgtype === 'm.emote') made.markdown('/me ');
  const said = namingMentioned(convertWords(now, answered !== undefined, room), now, room);
  made.text(said);
  if (now.geo_uri !== undefined && said.length === 0) made.plain(now.geo_uri);
  return made.done();
}

function convertWords(content: Content, isReply: boolean, room: RoomNames): Text {
  const { format, formatted_body: html } = content;
  const roomMention = content['m.mentions']?.room;
  const isForAll = content['m.mentions'] === undefined || roomMention === true;
  if (format === 'org.matrix.custom.html' && typeof html === 'string') {
    const text = fromHtml(html, (name, attributes, inside) => {
      if (name === 'mx-reply') return '';
      return name === 'a' ? linkTarget(attributes.get('href') ?? '', inside, room) : undefined;
    });
    return text.flatMap((piece) =>
      typeof piece === 'string' && isForAll
        ? withReferences(piece, /@room\b/g, () => ({ everyone: true }))
        : piece,
    );
  }
  // Removes the quotation of the parent message from a reply.
  const body = content.body ?? '';
  const own = isReply ? body.replace(/^(?:> [^\n]*(?:\n|$))+\n?/, '') : body;
  return withReferences(own, address, ([whole, label = '', labelled, bare]) => {
    if (whole === '@room') return isForAll ? { everyone: true } : undefined;
    return linkTarget(labelled ?? bare ?? '', label, room);
  });
}

/** What an address of matrix.to names: a person, a message, or the room itself. */
function linkTarget(url: string, label: string, { names, roomId }: RoomNames): Reference | undefined {
  const [, first = '', event] = target.exec(url) ?? [];
  const id = pathInLink(first);
  if (event !== undefined) return { message: pathInLink(event), label: label === '' ? url : label, url };
  if (id === roomId) return { channel: id };
  return names.has(id) ? { user: id } : undefined;
}

/** People whom only the list of the mentioned names, by their names in the text. */
function namingMentioned(text: Text, content: Content, { names }: RoomNames): Text {
  const wanted = listIn(content['m.mentions']?.user_ids).filter((one) => typeof one === 'string');
  const named = new Set(
    text.flatMap((piece) => (typeof piece === 'object' && 'user' in piece ? piece.user : [])),
  );
  let pieces = text;
  for (const user of wanted) {
    const name = names.get(user) ?? '';
    const at =
      named.has(user) || name === ''
        ? -1
        : pieces.findIndex((one) => typeof one === 'string' && one.includes(name));
    const piece = pieces[at];
    if (typeof piece !== 'string') continue;
    const start = piece.indexOf(name);
    const parts = [piece.slice(0, start).replace(/@$/, ''), { user }, piece.slice(start + name.length)];
    pieces = [...pieces.slice(0, at), ...parts.filter((one) => one !== ''), ...pieces.slice(at + 1)];
  }
  return pieces;
}

function words(value: Readonly<Record<string, unknown>> | string | undefined): string {
  if (typeof value === 'string') return value.trim();
  for (const key of ['m.text', 'org.matrix.msc1767.text', 'body'])
    if (value?.[key] !== undefined) {
      const given = value[key];
      const [first] = listIn(given);
      const text = typeof given === 'string' ? given : fieldsIn(first).body;
      if (typeof text === 'string') return text.replaceAll(/\s+/g, ' ').trim();
    }
  return '';
}

/** A poll here, without its votes. */
export function convertPoll({ question, answers = [] }: PollStart): Text {
  const options = answers.map(words).filter((one) => one !== '');
  const asked = words(question);
  return asked === '' ? [] : [[`/poll ${asked}`, ...options].join('\n')];
}

/** Keeps small what is written at once: long messages become several records, and reactions beyond what a message may have a problem. */
import { limits } from '../../../../../wire/core.ts';
import {
  listed,
  problem,
  type MessageRecord,
  type ReactionRecord,
  type Records,
  type SourceRecord,
  type Text,
} from '../records.ts';
import { longestPart, partKey, split } from './split.ts';

/** Texts with names in place of IDs differ in length; shorter ones are split when they are written. */
const mostCharacters = 5 * limits.messageLength;
/** Different emoji, as many as people may use, and people for all of them together. */
const mostReactions = { emoji: 100, people: 10_000 };

export async function* cutLargeMessages(records: Records): AsyncGenerator<SourceRecord[]> {
  for await (const some of records) {
    const list = listed(some);
    yield list.every((one) => one.kind !== 'message' || isSmall(one)) ? list : list.flatMap(cut);
  }
}

const isSmall = ({ text, reactions = [] }: MessageRecord): boolean =>
  measureText(text) <= mostCharacters &&
  reactions.length <= mostReactions.emoji &&
  countPeople(reactions) <= mostReactions.people;

const measureText = (text: Text): number =>
  text.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length : 1), 0);

const countPeople = (reactions: NonNullable<MessageRecord['reactions']>): number =>
  reactions.reduce((sum, { users }) => sum + users.length, 0);

function cut(record: SourceRecord): SourceRecord[] {
  if (record.kind !== 'message' || isSmall(record)) return [record];
  const { reactions = [], ...rest } = record;
  const kept: ReactionRecord[] = [];
  for (const one of reactions.slice(0, mostReactions.emoji))
    if (countPeople(kept) + one.users.length <= mostReactions.people) kept.push(one);
  const [first, ...parts] = cutText(rest);
  const left = reactions.length - kept.length;
  const reason = `It has ${reactions.length} different reactions; ${left} of them are too many, and are left out.`;
  return [
    ...(left === 0 ? [] : [problem(`message ${record.id}`, reason)]),
    ...(first ? [{ ...first, reactions: kept }] : []),
    ...parts,
  ];
}

function cutText(record: MessageRecord): MessageRecord[] {
  if (measureText(record.text) <= mostCharacters) return [record];
  const { starredBy, pinnedBy, files, ...rest } = record;
  const texts = cutPieces(record.text);
  return texts.map((text, n) => {
    if (n === 0) return { ...rest, text, ...(starredBy && { starredBy }), ...(pinnedBy && { pinnedBy }) };
    const continued = { ...rest, id: partKey(record.id, n + 1), text, isContinued: true };
    const thread = record.thread && { thread: { ...record.thread, isRoot: false } };
    return { ...continued, ...thread, ...(files && n === texts.length - 1 ? { files } : {}) };
  });
}

function cutPieces(text: Text): Text[] {
  const texts: Text[] = [];
  let part: Text[number][] = [];
  let room = longestPart;
  const add = (piece: Text[number], length: number) => {
    if (length > room && part.length > 0) {
      texts.push(part);
      part = [];
      room = longestPart;
    }
    part.push(piece);
    room -= length;
  };
  for (const piece of text)
    if (typeof piece === 'object') add(piece, 100);
    else for (const one of split(piece)) add(one, one.length);
  texts.push(part);
  return texts;
}

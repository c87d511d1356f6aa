/** The same conversations for every format of exports, as they come: by channel, and in each in the order of time. */
import { Chance } from '../../server/src/app/demo/random.ts';
import { TextGenerator } from '../../server/src/app/demo/writing.ts';

export const people = 1000;
export const channels = 100;
const chats = 500;
/** 1 January 2023. */
export const firstTime = Date.UTC(2023, 0, 1);
const lastTime = Date.UTC(2025, 0, 1);

export interface SampleMessage {
  /** From 1; grows with the time within its channel. */
  id: number;
  /** The number of a channel, or of a chat of two. */
  place: number;
  sender: number;
  /** Milliseconds since 1970. */
  at: number;
  text: string;
  /** The first message of its thread, which may be this one. */
  thread?: number;
  reactedBy: readonly number[];
  isEdited: boolean;
  isStarred: boolean;
}

const allPeople = Array.from({ length: people }, (_, i) => i);

/** A fifth is in threads; a twentieth each has reactions of three people, was edited, or is starred. */
function* written(count: number, places: number, firstId: number): Generator<SampleMessage> {
  const chance = new Chance(firstId);
  const pen = new TextGenerator(chance);
  const perPlace = Math.ceil(count / places);
  for (let i = 0, thread: number | undefined; i < count; i++) {
    const place = Math.floor(i / perPlace);
    if (i % perPlace === 0) thread = undefined;
    const id = firstId + i;
    const isRoot = chance.is(0.05);
    if (isRoot) thread = id;
    const isInThread = isRoot || (thread !== undefined && chance.is(0.2));
    yield {
      id,
      place,
      sender: chance.below(people),
      at: Math.floor(firstTime + ((i % perPlace) / perPlace) * (lastTime - firstTime)) + place,
      text: pen.message(() => ({ id: 1, fullName: 'Person 1' })),
      ...(isInThread && thread !== undefined ? { thread } : {}),
      reactedBy: chance.is(0.05) ? chance.few(allPeople, 3) : [],
      isEdited: chance.is(0.05),
      isStarred: chance.is(0.05),
    };
  }
}

/** Nine of ten messages. */
export const inChannels = (count: number): Generator<SampleMessage> =>
  written(Math.floor(count * 0.9), channels, 1);

export const inChats = (count: number): Generator<SampleMessage> =>
  written(count - Math.floor(count * 0.9), chats, Math.floor(count * 0.9) + 1);

/** The two people of a chat. */
export const chatPeople = (place: number): [number, number] => [place, people - 1 - place];

/** The messages of each channel or chat. */
export function* byPlace(messages: Iterable<SampleMessage>): Generator<[number, SampleMessage[]]> {
  let some: SampleMessage[] = [];
  for (const message of messages) {
    const before = some[0]?.place;
    if (before !== undefined && before !== message.place) {
      yield [before, some];
      some = [];
    }
    some.push(message);
  }
  const last = some[0]?.place;
  if (last !== undefined) yield [last, some];
}

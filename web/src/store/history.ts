/**
 * The stretches of history that are at hand: for each narrow that was opened, ids in ascending order without a gap between
 * them, and whether anything older or newer exists. Events may add to a stretch at its newest end only if that end is known.
 */
import { batch, signal, type Signal } from '@preact/signals';
import type { Event } from '../../../wire/events.ts';
import type { GetMessagesAnswer } from '../../../wire/messages.ts';
import { messageIdsOf, type Live } from './live.ts';
import { matches, narrowKey, type Narrow } from './narrow.ts';

export type Stretch = {
  readonly narrow: Narrow;
  readonly ids: Signal<readonly number[]>;
  /** Nothing older exists. */
  readonly oldest: Signal<boolean>;
  /** Nothing newer exists: what arrives belongs at the end. */
  readonly newest: Signal<boolean>;
  /** `new`: never fetched. `stale`: events may have been missed. */
  readonly state: Signal<'new' | 'ready' | 'stale'>;
};

export type History = {
  /** The stretch of a narrow, made if it is not there; counts as used now. */
  open(narrow: Narrow): Stretch;
  /** What a fetch brought: a fresh stretch, or the messages next to the end that was asked from. */
  take(stretch: Stretch, answer: GetMessagesAnswer, side: 'around' | 'older' | 'newer'): void;
  /** After events were applied: puts each message where it belongs now. Returns ids that must be fetched. */
  settle(events: readonly Event[]): number[];
  place(ids: readonly number[]): void;
  /** Events may have been missed. */
  expire(): void;
};

/** Stretches beyond this many are forgotten, the longest unused first, with messages that no other one holds. */
const most = 40;

export function createHistory(live: Live): History {
  const stretches = new Map<string, Stretch>();

  const place = (ids: readonly number[]): void =>
    batch(() => {
      for (const stretch of stretches.values()) settleOne(live, stretch, ids);
    });

  return {
    open(narrow) {
      const key = narrowKey(narrow);
      const stretch = stretches.get(key) ?? empty(narrow);
      stretches.delete(key);
      stretches.set(key, stretch);
      forgetOldest(live, stretches);
      return stretch;
    },
    take(stretch, answer, side) {
      live.keep(answer.messages);
      batch(() => takeIn(stretch, answer, side));
    },
    settle(events) {
      const ids = new Set(events.flatMap((event) => messageIdsOf(event, live.peek())));
      place([...ids]);
      return events.flatMap((event) => movedUnseen(event, live));
    },
    place,
    expire: () =>
      batch(() => {
        for (const stretch of stretches.values()) {
          if (stretch.state.peek() === 'ready') stretch.state.value = 'stale';
          stretch.newest.value = false;
        }
      }),
  };
}

const empty = (narrow: Narrow): Stretch => ({
  narrow,
  ids: signal<readonly number[]>([]),
  oldest: signal(false),
  newest: signal(false),
  state: signal<'new' | 'ready' | 'stale'>('new'),
});

function takeIn(stretch: Stretch, answer: GetMessagesAnswer, side: 'around' | 'older' | 'newer'): void {
  const fetched = answer.messages.map(({ id }) => id);
  const known = side === 'around' ? [] : stretch.ids.peek();
  stretch.ids.value = [...new Set([...known, ...fetched])].sort((a, b) => a - b);
  if (side !== 'newer') stretch.oldest.value = answer.found_oldest;
  if (side !== 'older') stretch.newest.value = answer.found_newest;
  stretch.state.value = 'ready';
}

function settleOne(live: Live, stretch: Stretch, ids: readonly number[]): void {
  if (stretch.state.peek() === 'new') return;
  const state = live.peek();
  const before = stretch.ids.peek();
  const known = new Set(before);
  let changed = false;
  for (const id of ids) {
    const message = state.messages.get(id);
    const belongs = message === undefined ? false : matches(stretch.narrow, message, state);
    const inside = known.has(id);
    if (belongs === false && inside) changed = known.delete(id) || changed;
    if (belongs === true && !inside && covers(stretch, before, id)) {
      known.add(id);
      changed = true;
    }
  }
  if (changed) stretch.ids.value = [...known].sort((a, b) => a - b);
}

/** Whether everything at this place of the narrow is at hand. */
function covers(stretch: Stretch, ids: readonly number[], id: number): boolean {
  const afterFirst = stretch.oldest.peek() || id > (ids[0] ?? Infinity);
  const beforeLast = stretch.newest.peek() || id < (ids.at(-1) ?? -Infinity);
  return afterFirst && beforeLast;
}

/** A move may bring messages into view that were never fetched. */
function movedUnseen(event: Event, live: Live): number[] {
  if ((event.type as string) !== 'update_message') return [];
  const {
    message_ids = [],
    subject,
    new_stream_id,
  } = event as unknown as {
    message_ids?: number[];
    subject?: string;
    new_stream_id?: number;
  };
  if (subject === undefined && new_stream_id === undefined) return [];
  return message_ids.filter((id) => !live.peek().messages.has(id));
}

function forgetOldest(live: Live, stretches: Map<string, Stretch>): void {
  for (const [key, stretch] of stretches) {
    if (stretches.size <= most) return;
    stretches.delete(key);
    const used = new Set([...stretches.values()].flatMap(({ ids }) => ids.peek()));
    live.drop(stretch.ids.peek().filter((id) => !used.has(id)));
  }
}

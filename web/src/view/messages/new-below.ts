import { topicKey } from '../../../../wire/topics.ts';
import { type Unreads } from '../../store/own/flags.ts';
import { directKey } from '../../store/base/conversation-keys.ts';
import type { Narrow } from '../../store/narrow/narrow.ts';

export type Below = {
  unreads: Unreads;
  narrow: Narrow;
  ownId: number;
  /** Loaded messages of the narrow, in ascending order. */
  ids: readonly number[];
  /** Whether there are no newer messages than those. */
  hasNewest: boolean;
  /** The last visible message. */
  last: number | undefined;
};

/** How many unread messages are below the last visible one; 0 if that is not known. */
export function newBelow(below: Below): number {
  const { unreads, ids, hasNewest, last } = below;
  if (last === undefined) return 0;
  const known = unreadIn(below);
  if (known !== undefined) return count(known, last);
  return hasNewest ? count(ids, last, (id) => unreads.places.has(id)) : 0;
}

/** Narrows whose unread messages are all counted, fetched or not. */
function unreadIn({ unreads, narrow, ownId }: Below): Iterable<number> | undefined {
  switch (narrow.kind) {
    case 'topic':
      return unreads.channels.get(narrow.channelId)?.get(topicKey(narrow.topic))?.ids ?? [];
    case 'direct':
      return unreads.direct.get(directKey(narrow.userIds, ownId)) ?? [];
    case 'mentions':
      return unreads.mentions;
    default:
      return undefined;
  }
}

function count(ids: Iterable<number>, last: number, counts = (_id: number): boolean => true): number {
  let sum = 0;
  for (const id of ids) if (id > last && counts(id)) sum++;
  return sum;
}

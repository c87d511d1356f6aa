/**
 * What can be read without a connection besides the conversations that a visit opens with: earlier ones, and the newest
 * unread messages. Used only while the server cannot be reached; marked as stale. Pure.
 */
import type { Event } from '../../../../wire/events.ts';
import type { GetMessagesResponse, Message } from '../../../../wire/messages.ts';
import type { State } from '../index.ts';
import { matches, narrowKey, type Narrow } from '../narrow/narrow.ts';
import type { CachedRange, KeptPage } from './offline-history.ts';
import { serialize, deserialize } from './serialized.ts';

/** Few, since they are written together. */
const mostOlder = 16;

type Page = Pick<KeptPage, 'lastEventId' | 'response'>;

export type ReadingOffline = { older?: readonly CachedRange[] | undefined; unread?: Page | undefined };

/**
 * Conversations that were replaced by others, the most recently used first.
 * @param gone removed from what a visit opens with
 * @param opened is included there now
 */
export function withOlder(
  older: readonly CachedRange[],
  gone: readonly CachedRange[],
  opened: Narrow,
): readonly CachedRange[] {
  const here = new Set([...gone.map(({ narrow }) => narrow), opened].map(narrowKey));
  const last = gone.map(({ narrow, pages }) => ({ narrow, pages: pages.slice(-1) }));
  return [...last, ...older.filter(({ narrow }) => !here.has(narrowKey(narrow)))].slice(0, mostOlder);
}

/** @returns undefined if nothing is stored for it */
export function readOffline(
  { older = [], unread }: ReadingOffline,
  events: readonly Event[],
  narrow: Narrow,
  state: State,
): GetMessagesResponse | undefined {
  const key = narrowKey(narrow);
  const page = older.find((one) => narrowKey(one.narrow) === key)?.pages.at(-1) ?? unread;
  if (page === undefined) return undefined;
  const messages = getUnchanged(page, events).filter((message) => matches(narrow, message, state) === true);
  if (messages.length === 0) return undefined;
  return { messages, found_anchor: true, found_oldest: false, found_newest: false, history_limited: false };
}

/** Removes the messages that these events change, since the events are about to be evicted. */
export const settled = (
  { older = [], unread }: ReadingOffline,
  events: readonly Event[],
): ReadingOffline => ({
  older: older.map(({ narrow, pages }) => ({
    narrow,
    pages: pages.map((page) => withoutChanged(page, events)),
  })),
  unread: unread && withoutChanged(unread, events),
});

function withoutChanged<Kept extends Page>(page: Kept, events: readonly Event[]): Kept {
  const response = deserialize(page.response);
  return { ...page, response: serialize({ ...response, messages: getUnchanged(page, events) }) };
}

/** A message that was edited, moved or deleted since is left out, so that no old content is shown. */
function getUnchanged({ lastEventId, response }: Page, events: readonly Event[]): Message[] {
  const changed = new Set(events.filter(({ id }) => id > lastEventId).flatMap(getChanged));
  return deserialize(response).messages.filter(({ id }) => !changed.has(id));
}

function getChanged(event: Event): readonly number[] {
  if (event.type === 'update_message') return [event.message_id, ...event.message_ids];
  if (event.type !== 'delete_message') return [];
  return 'message_ids' in event ? event.message_ids : [event.message_id];
}

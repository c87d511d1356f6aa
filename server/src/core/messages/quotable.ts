/** A message that a user may read, with what is needed to quote it elsewhere. */
import type { Db } from '../../db/db.ts';
import { inList } from '../../db/sql.ts';
import type { Channel, User } from '../organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { messageUrl } from '../../lib/markdown/links/narrow-url.ts';
import { type Reader, type VisibleRow, visibleRows } from './visible.ts';

/** A message, and where it stands. */
export interface Quotable {
  id: number;
  sender: User;
  /** Milliseconds since 1970. */
  sentAt: number;
  content: string;
  /** HTML. */
  rendered: string;
  place: { channel: Channel; topic: string } | { people: readonly User[] };
}

/** @throws ApiError, the same for a message that is not there and for one that the caller may not read. */
export async function quotableMessage(db: Db, me: Reader, id: number): Promise<Quotable> {
  const message = (await quotableMessages(db, me, [id])).get(id);
  if (!message) throw apiError('messages.not-found');
  return message;
}

/**
 * Those of the messages that exist and that the reader may read, as they are now. Whatever quotes or names a message later
 * than it was chosen stores its id, and calls this at the moment when it is shown.
 */
export async function quotableMessages(
  db: Db,
  me: Reader,
  ids: readonly number[],
): Promise<Map<number, Quotable>> {
  const rows = await visibleRows(db, me, ids);
  if (rows.length === 0) return new Map();
  const texts = await loadTexts(
    db,
    rows.map(({ id }) => id),
  );
  const people = await loadPeople(db, me, rows);
  const quotables = rows.flatMap((row) => {
    const sender = me.cache.users.get(row.sender_id);
    const text = texts.get(row.id);
    if (!sender || !text) return [];
    const channel = row.channel_id === null ? undefined : me.cache.channels.get(row.channel_id);
    const place = channel ? { channel, topic: row.topic } : { people: people.get(row.direct_id ?? 0) ?? [] };
    return [
      { id: row.id, sender, sentAt: text.sent_at, content: text.content, rendered: text.rendered, place },
    ];
  });
  return new Map(quotables.map((one) => [one.id, one]));
}

async function loadTexts(db: Db, ids: readonly number[]) {
  const rows = await db.q
    .selectFrom('message')
    .select(['id', 'content', 'rendered', 'sent_at'])
    .where(inList(db.dialect, 'id', ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** By direct conversation, in order of their ids. */
async function loadPeople(
  db: Db,
  { cache }: Reader,
  rows: readonly VisibleRow[],
): Promise<Map<number, User[]>> {
  const directIds = [...new Set(rows.map((row) => row.direct_id).filter((id) => id !== null))];
  if (directIds.length === 0) return new Map();
  const members = await db.q
    .selectFrom('direct_member')
    .select(['direct_id', 'user_id'])
    .where(inList(db.dialect, 'direct_id', directIds))
    .orderBy('user_id')
    .execute();
  const people = new Map<number, User[]>();
  for (const { direct_id: directId, user_id: userId } of members) {
    const user = cache.users.get(userId);
    if (user) people.set(directId, [...(people.get(directId) ?? []), user]);
  }
  return people;
}

export const getUrl = ({ id, place }: Pick<Quotable, 'id' | 'place'>): string =>
  'channel' in place
    ? messageUrl(place.channel, place.topic, id)
    : `/#narrow/dm/${place.people.map((user) => user.id).join(',')}-dm/near/${id}`;

/** Markdown. Quoted, a text mentions nobody, and ends with its quotation. */
export const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

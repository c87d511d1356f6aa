/** A message that someone may read, with what is needed to quote it elsewhere. */
import type { Db } from '../../db/db.ts';
import type { Channel, Principal, User } from '../organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { messageUrl } from '../../lib/markdown/links/narrow-url.ts';
import { visibleRows } from './visible.ts';

/** A message, and where it stands. */
export interface Quotable {
  id: number;
  sender: User;
  /** Milliseconds since 1970. */
  sentAt: number;
  content: string;
  place: { channel: Channel; topic: string } | { people: readonly User[] };
}

/** @throws ApiError, the same for a message that is not there and for one that the caller may not read. */
export async function quotableMessage(db: Db, me: Principal, id: number): Promise<Quotable> {
  const [row] = await visibleRows(db, me, [id]);
  const stored =
    row &&
    (await db.q.selectFrom('message').select(['content', 'sent_at']).where('id', '=', id).executeTakeFirst());
  const sender = row && me.cache.users.get(row.sender_id);
  if (!row || !stored || !sender) throw apiError('messages.not-found');
  const { content, sent_at: sentAt } = stored;
  const channel = row.channel_id === null ? undefined : me.cache.channels.get(row.channel_id);
  if (channel) return { id, sender, sentAt, content, place: { channel, topic: row.topic } };
  const members = await db.q
    .selectFrom('direct_member')
    .select('user_id')
    .where('direct_id', '=', row.direct_id ?? 0)
    .orderBy('user_id')
    .execute();
  const people = members
    .map(({ user_id: userId }) => me.cache.users.get(userId))
    .filter((one) => one !== undefined);
  return { id, sender, sentAt, content, place: { people } };
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

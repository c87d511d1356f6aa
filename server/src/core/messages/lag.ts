/** How far a catch-up worker is behind the messages. */
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';

export interface MessageLag {
  /** Up to `mostCounted`. */
  messages: number;
  /** Milliseconds since 1970 at which the oldest of them was sent. */
  since: number | undefined;
}

/** Counting more says nothing more. */
const mostCounted = 10_000;

const countAfter = prepared<{ mark: number; limit: number }>()((q, p) =>
  q
    .selectFrom(q.selectFrom('message').select('id').where('id', '>', p.mark).limit(p.limit).as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count')),
);
const firstAfter = prepared<{ mark: number }>()((q, p) =>
  q.selectFrom('message').select('sent_at').where('id', '>', p.mark).orderBy('id').limit(1),
);

/** @param mark The message up to which the worker is done. */
export async function messageLag(db: Db, mark: number): Promise<MessageLag> {
  const first = await db.first(firstAfter, { mark });
  if (!first) return { messages: 0, since: undefined };
  const counted = await db.first(countAfter, { mark, limit: mostCounted });
  return { messages: counted?.count ?? 0, since: first.sent_at };
}

/** Finds the ids of messages around an anchor in a narrow, and whether they reach the ends. */
import type { Anchor } from '../../../../wire/messages.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { apiError } from '../../lib/errors.ts';
import type { Term } from '../../lib/narrow/terms.ts';
import { newestMessageId } from '../../core/log/index.ts';
import type { Reader } from '../../core/messages/index.ts';
import { type Order, type Plan, getIds, planNarrow } from '../narrow/index.ts';

/** Greater than any message id; stands for the newest message. */
export const afterAll = 10_000_000_000_000_000;

export interface AnchorParams {
  anchor: Anchor | undefined;
  anchorDate?: string | undefined;
  /** COMPAT(zulip-terminal): the old form of `anchor=first_unread`; overrides `anchor`. */
  fromFirstUnread?: boolean;
  includeAnchor: boolean;
  before: number;
  after: number;
}

export interface MessageRange {
  /** In order. */
  ids: number[];
  anchor: number;
  foundAnchor: boolean;
  foundOldest: boolean;
  foundNewest: boolean;
}

/** @throws ApiError for a missing or invalid anchor, and for both sides without the anchor */
export async function rangeAround(
  db: Db,
  reader: Reader,
  terms: readonly Term[],
  around: AnchorParams,
): Promise<MessageRange> {
  if (around.before > 0 && around.after > 0 && !around.includeAnchor)
    throw apiError('messages.anchor-excluded');
  const find = await finder(db, reader, terms);
  const anchor = await getAnchor(db, reader, terms, around, find);
  const isFirst = anchor === 0;
  const isLast = anchor >= afterAll;
  const before = isFirst ? 0 : around.before;
  const after = isLast ? 0 : around.after;
  // Without messages on either side, only the message of the anchor can be meant.
  const withAnchor = !isLast && (around.includeAnchor || before + after === 0);
  const older = before > 0 ? await find('newest', { low: 1, high: anchor - 1, limit: before }) : [];
  const own = Number(withAnchor);
  const later =
    after + own > 0
      ? await find('oldest', {
          low: anchor + 1 - own,
          high: after > 0 ? afterAll : anchor,
          limit: after + own,
        })
      : [];
  const foundAnchor = later[0] === anchor;
  const newer = later.slice(Number(foundAnchor), Number(foundAnchor) + after);
  return {
    ids: [...older.reverse(), ...(foundAnchor ? [anchor] : []), ...newer],
    anchor,
    foundAnchor,
    foundOldest: isFirst || older.length < around.before,
    foundNewest: isLast || newer.length < after,
  };
}

type Find = (order: Order, range: { low: number; high: number; limit: number }) => Promise<number[]>;

async function finder(db: Db, reader: Reader, terms: readonly Term[]): Promise<Find> {
  const plan: Plan = await planNarrow(db, reader, terms);
  return (order, range) => getIds(db, reader, plan, range, order);
}

async function getAnchor(
  db: Db,
  reader: Reader,
  terms: readonly Term[],
  { anchor, anchorDate, fromFirstUnread }: AnchorParams,
  find: Find,
): Promise<number> {
  if (fromFirstUnread || anchor === 'first_unread') return firstUnread(db, reader, terms);
  if (anchor === undefined) throw apiError('parameters.missing-anchor', { name: 'anchor' });
  if (anchor === 'oldest') return 0;
  if (anchor === 'newest') return afterAll;
  if (anchor === 'date') return firstSince(db, anchorDate, find);
  return Math.min(Math.max(anchor, 0), afterAll);
}

/** Skips muted topics and channels unless the narrow names a channel. */
async function firstUnread(db: Db, reader: Reader, terms: readonly Term[]): Promise<number> {
  const unread: Term[] = [...terms, { op: 'is', operand: 'unread', negated: false }];
  if (!terms.some((term) => term.op === 'channel' || (term.op === 'with' && !term.negated)))
    unread.push({ op: 'is', operand: 'muted', negated: true });
  const find = await finder(db, reader, unread);
  const [first] = await find('oldest', { low: 1, high: afterAll, limit: 1 });
  return first ?? afterAll;
}

const sentAtById = prepared<{ id: number }>()((q, p) =>
  q.selectFrom('message').select('sent_at').where('id', '=', p.id),
);

/**
 * The first message of the narrow that was sent at that time or later, by binary search among the messages of the narrow:
 * in other channels and organizations an import may have given old messages high ids.
 */
async function firstSince(db: Db, date: string | undefined, find: Find): Promise<number> {
  if (date === undefined) throw apiError('parameters.missing-anchor', { name: 'anchor_date' });
  const time = Date.parse(date);
  if (!/^\d{4}-\d\d-\d\d/.test(date) || Number.isNaN(time)) throw apiError('messages.invalid-anchor-date');
  let low = 1;
  let high = (await newestMessageId(db)) + 1;
  let first = afterAll;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [id] = await find('oldest', { low: middle, high: high - 1, limit: 1 });
    const row = id === undefined ? undefined : await db.first(sentAtById, { id });
    if (id !== undefined && row && row.sent_at < time) low = id + 1;
    else {
      first = id ?? first;
      high = middle;
    }
  }
  return first;
}

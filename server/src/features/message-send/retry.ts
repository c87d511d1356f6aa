/**
 * COMPAT(zulip for Python): after a lost connection it sends the same request again, marked by `dont_block` alone. The mark is
 * needed: a program may well mean to send the same message twice.
 */
import type { EditHistoryItem } from '../../../../wire/messages.ts';
import { prepared } from '../../db/prepared.ts';
import { channelForPosting } from '../../core/channels/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  channelRef,
  cleanTopic,
  participants,
  findDirect,
  isForChannel,
  memberKey,
} from '../../core/messages/index.ts';
import type { User } from '../../core/organization/index.ts';
import { nameKey } from '../../lib/text.ts';
import { parseStored } from '../../lib/json.ts';
import type { SendRequest } from './send.ts';
import type { Posting } from './store-message.ts';

/** Retries are recognized for this long. */
export const retryWindowMs = 60_000;
/** Messages compared, the newest first. */
const mostCompared = 200;

interface SentMessageRow {
  channel_id: number | null;
  direct_id: number | null;
  topic: string;
  content: string;
}

type Destination = Omit<SentMessageRow, 'content'>;

/** Requests with an idempotency key are recognized by it instead, for longer. */
export const isMarkedRetry = ({ dont_block, local_id, idempotencyKey }: SendRequest): boolean =>
  dont_block === true && local_id === undefined && idempotencyKey === undefined;

/** Reads the index of the sender's messages backwards; a condition on `sent_at` would read all of them. */
const newestSends = prepared<{ org_id: number; sender_id: number }>()((q, p) =>
  q
    .selectFrom('message')
    .select(['id', 'channel_id', 'direct_id', 'topic', 'content', 'edit_history', 'client', 'sent_at'])
    .where('org_id', '=', p.org_id)
    .where('sender_id', '=', p.sender_id)
    .orderBy('id', 'desc')
    .limit(mostCompared),
);

/**
 * The message that the first attempt sent, if it arrived: from the same account and program, with the same text to the same
 * destination, within the last minute. It may have been edited or moved since.
 * @returns its id
 */
export async function firstAttempt(
  tx: Tx,
  sender: User,
  request: SendRequest,
  { draft, client }: Posting,
): Promise<number | undefined> {
  const destination = await getDestination(tx, sender, request);
  if (!destination) return undefined;
  const rows = await tx.rows(newestSends, { org_id: tx.orgId, sender_id: sender.id });
  return rows.find((row) => {
    if (row.sent_at <= tx.now - retryWindowMs || row.client !== client) return false;
    const sent = row.edit_history === null ? row : beforeEdits(row, row.edit_history);
    return sent.content === draft.content && isSameDestination(sent, destination);
  })?.id;
}

async function getDestination(tx: Tx, sender: User, request: SendRequest): Promise<Destination | undefined> {
  const { to, topic, subject } = request;
  if (isForChannel(request)) {
    const given = topic ?? subject;
    if (given === undefined) return undefined;
    const channel = channelForPosting(tx.cache, sender, channelRef(to));
    return { channel_id: channel.id, direct_id: null, topic: cleanTopic(given) };
  }
  const people = await participants(tx, tx.cache, sender, to);
  const directId = await findDirect(tx, tx.orgId, memberKey(people.map(({ id }) => id)));
  return directId === undefined ? undefined : { channel_id: null, direct_id: directId, topic: '' };
}

const isSameDestination = (a: Destination, b: Destination): boolean =>
  a.channel_id === b.channel_id && a.direct_id === b.direct_id && nameKey(a.topic) === nameKey(b.topic);

/** @param history Newest first. */
function beforeEdits(
  { channel_id, direct_id, topic, content }: SentMessageRow,
  history: string,
): SentMessageRow {
  const sent = { channel_id, direct_id, topic, content };
  for (const { prev_content, prev_topic, prev_stream } of parseStored<EditHistoryItem[]>(history)) {
    sent.content = prev_content ?? sent.content;
    sent.topic = prev_topic ?? sent.topic;
    sent.channel_id = prev_stream ?? sent.channel_id;
  }
  return sent;
}

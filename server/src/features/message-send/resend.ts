/** Idempotency of sends: a key that is repeated within a day returns the first message, also after a restart. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { GatheredTable } from '../../db/gathered-table.ts';
import { prepared } from '../../db/prepared.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { isForChannel } from '../../core/messages/index.ts';
import { apiError } from '../../lib/errors.ts';
import type { SendRequest } from './send.ts';

export const rememberedMs = 24 * 3600 * 1000;
const longestKey = 200;

const namedKey = (idempotencyKey: string): string => `key ${JSON.stringify(idempotencyKey)}`;

/** @returns `null` if the client gave no key */
export function sendKey({ queue_id, local_id, idempotencyKey }: SendRequest): string | null {
  if (idempotencyKey?.trim() === '') throw apiError('messages.idempotency-key-empty');
  const key =
    idempotencyKey !== undefined
      ? namedKey(idempotencyKey)
      : queue_id !== undefined && local_id !== undefined
        ? `queue ${JSON.stringify([queue_id, local_id])}`
        : null;
  if (key !== null && key.length > longestKey) throw apiError('messages.idempotency-key-long');
  return key;
}

/** Digests the values in the request, since the channel may have been renamed or archived meanwhile. */
function getDigest(request: SendRequest): string {
  const { to, topic, subject, content, widget_content } = request;
  const place = isForChannel(request) ? ['channel', to, topic ?? subject] : ['direct', to];
  const text = JSON.stringify([place, content, widget_content]);
  return createHash('sha256').update(text).digest('base64url');
}

const findSend = prepared<{ user_id: number; send_key: string }>()((q, p) =>
  q
    .selectFrom('send_key')
    .select(['message_id', 'created_at', 'digest'])
    .where('user_id', '=', p.user_id)
    .where('send_key', '=', p.send_key),
);

const sendKeys = {
  name: 'send_key',
  columns: { user_id: 'int', send_key: 'text', message_id: 'int', created_at: 'int', digest: 'text' },
  key: ['user_id', 'send_key'],
} as const satisfies GatheredTable;

/**
 * @param request Unless the key alone identifies it.
 * @throws ApiError 400 when something else was sent with this key: a response of success would lose this message.
 */
export async function sentBefore(
  tx: Tx,
  userId: number,
  key: string,
  request?: SendRequest,
): Promise<number | undefined> {
  const sent = { table: sendKeys, key: [userId, key] };
  const row = await tx.find(findSend, { user_id: userId, send_key: key }, sent);
  if (!row || row.created_at <= tx.settledNow - rememberedMs) return undefined;
  const isCompared = request !== undefined && request.isKeyEnough !== true && row.digest !== null;
  if (isCompared && row.digest !== getDigest(request)) throw apiError('messages.resent-differently');
  return row.message_id;
}

/** Whether a message was sent with this key, for what is done only once before a message is sent. */
export async function isSent(
  { db, settledClock }: Pick<AppContext, 'db' | 'settledClock'>,
  userId: number,
  idempotencyKey: string,
): Promise<boolean> {
  const row = await db.read.first(findSend, { user_id: userId, send_key: namedKey(idempotencyKey) });
  return row !== undefined && row.created_at > settledClock.now() - rememberedMs;
}

export async function rememberSend(
  tx: Tx,
  userId: number,
  key: string,
  { id, request }: { id: number; request?: SendRequest },
): Promise<void> {
  await tx.add(sendKeys, [userId, key, id, tx.now, request ? getDigest(request) : null]);
}

const expiredAtOnce = 5000;

const deleteOld = prepared<{ before: number }>()((q, p) =>
  q.deleteFrom('send_key').where(
    sql<boolean>`(user_id, send_key) IN (
        SELECT user_id, send_key FROM send_key WHERE created_at < ${p.before} LIMIT ${sql.lit(expiredAtOnce)})`,
  ),
);

/** Deletes some of the keys older than a day; returns whether there are more. */
export async function deleteSendKeys(tx: Tx): Promise<boolean> {
  return (await tx.run(deleteOld, { before: tx.settledNow - rememberedMs })) === expiredAtOnce;
}

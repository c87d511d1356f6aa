/** What makes a repeated send harmless: the same key within a day means the same message, across restarts. */
import { sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/tx.ts';
import { badRequest } from '../../http/errors.ts';
import type { SendRequest } from './send.ts';

export const rememberedMs = 24 * 3600 * 1000;
const longestKey = 200;

/** `null`: the client gave nothing to recognize a repetition by. */
export function sendKey({ queue_id, local_id, idempotencyKey }: SendRequest): string | null {
  const key =
    idempotencyKey !== undefined
      ? `key ${JSON.stringify(idempotencyKey)}`
      : queue_id !== undefined && local_id !== undefined
        ? `queue ${JSON.stringify([queue_id, local_id])}`
        : null;
  if (key !== null && key.length > longestKey) throw badRequest('The idempotency key is too long.');
  return key;
}

const findSend = prepared<{ user_id: number; send_key: string }>()((q, p) =>
  q
    .selectFrom('send_key')
    .select(['message_id', 'created_at'])
    .where('user_id', '=', p.user_id)
    .where('send_key', '=', p.send_key),
);

const insertSend = prepared<{ user_id: number; send_key: string; message_id: number; created_at: number }>()(
  (q, p) =>
    q
      .insertInto('send_key')
      .values({
        user_id: p.user_id,
        send_key: p.send_key,
        message_id: p.message_id,
        created_at: p.created_at,
      })
      .onConflict((oc) =>
        oc.columns(['user_id', 'send_key']).doUpdateSet((eb) => ({
          message_id: eb.ref('excluded.message_id'),
          created_at: eb.ref('excluded.created_at'),
        })),
      ),
);

export async function sentBefore(tx: Tx, userId: number, key: string): Promise<number | undefined> {
  const row = await tx.first(findSend, { user_id: userId, send_key: key });
  return row && row.created_at > tx.now - rememberedMs ? row.message_id : undefined;
}

export async function rememberSend(tx: Tx, userId: number, key: string, messageId: number): Promise<void> {
  await tx.run(insertSend, { user_id: userId, send_key: key, message_id: messageId, created_at: tx.now });
}

const forgottenAtOnce = 5000;

const deleteOld = prepared<{ before: number }>()((q, p) =>
  q.deleteFrom('send_key').where(
    sql<boolean>`(user_id, send_key) IN (
        SELECT user_id, send_key FROM send_key WHERE created_at < ${p.before} LIMIT ${sql.lit(forgottenAtOnce)})`,
  ),
);

/** Forgets some of what is older than a day; answers whether there is more. */
export async function forgetSends(tx: Tx): Promise<boolean> {
  return (await tx.run(deleteOld, { before: tx.now - rememberedMs })) === forgottenAtOnce;
}

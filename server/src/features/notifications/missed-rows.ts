/** Messages to email to users unless they read them first. */
import { expressionBuilder, sql } from 'kysely';
import { enqueue } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { userSetting } from '../../core/organization/index.ts';
import type { Db } from '../../db/db.ts';
import type { Schema } from '../../db/schema.ts';
import { inList } from '../../db/sql.ts';
import { expireByMessage, type Decided } from './decision-rows.ts';
import type { NotifiedMessage } from './facts.ts';
import { jobs } from './jobs.ts';

export const emailState = { waiting: 0, sent: 1, readBefore: 2 } as const;
export type EmailState = (typeof emailState)[keyof typeof emailState];

/** Messages of one conversation are sent in one email. */
export const getConversation = (
  message: Pick<NotifiedMessage, 'channel_id' | 'direct_id' | 'topic_key'>,
): string =>
  message.channel_id === null
    ? `direct ${message.direct_id}`
    : `channel ${message.channel_id} ${message.topic_key}`;

/** One job for each user and conversation, which sends all messages collected until it runs. */
export async function noteMissed(tx: Tx, missed: readonly Decided[]): Promise<void> {
  for (const some of Map.groupBy(missed, ({ user, conversation }) => `${user.id} ${conversation}`).values()) {
    const [first] = some;
    if (!first) continue;
    const { user, conversation } = first;
    const isWaiting = (await waitingRows(tx, user.id, conversation)).length > 0;
    await insertWaiting(tx, some);
    if (isWaiting) continue;
    const delay = userSetting(user, 'email_notifications_batching_period_seconds') * 1000;
    const payload = { userId: user.id, conversation, since: tx.now };
    await enqueue(tx, jobs.missedMessages, payload, tx.now + delay);
  }
}

async function insertWaiting(tx: Tx, missed: readonly Decided[]): Promise<void> {
  await tx.q
    .insertInto('missed_email')
    .values(
      missed.map(({ user, messageId, conversation, decision }) => ({
        user_id: user.id,
        message_id: messageId,
        org_id: tx.orgId,
        conversation,
        cause: decision.trigger ?? '',
        state: emailState.waiting,
        changed_at: tx.now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'message_id']).doNothing())
    .execute();
}

/** Ascending by message id. */
export function waitingRows({ q }: Pick<Tx, 'q'>, userId: number, conversation: string) {
  // A literal: SQLite does not use the partial index of waiting emails for a parameter.
  const isWaiting = expressionBuilder<Schema, 'missed_email'>()('state', '=', sql.lit(emailState.waiting));
  return q
    .selectFrom('missed_email')
    .select(['message_id', 'cause'])
    .where('user_id', '=', userId)
    .where('conversation', '=', conversation)
    .where(isWaiting)
    .orderBy('message_id')
    .execute();
}

/** Those that are emailed although the user is not to be disturbed. */
export async function urgentAmong(
  { q, dialect }: Pick<Db, 'q' | 'dialect'>,
  userId: number,
  messageIds: readonly number[],
): Promise<number[]> {
  if (messageIds.length === 0) return [];
  const rows = await q
    .selectFrom('notification_decision')
    .select('message_id')
    .where('user_id', '=', userId)
    .where(inList(dialect, 'message_id', messageIds))
    .where('urgent_at', 'is not', null)
    .orderBy('message_id')
    .execute();
  return rows.map((row) => row.message_id);
}

/** Why the messages are emailed, in their order. */
export async function getCauses(
  { q, dialect }: Pick<Db, 'q' | 'dialect'>,
  userId: number,
  messageIds: readonly number[],
): Promise<string[]> {
  if (messageIds.length === 0) return [];
  const rows = await q
    .selectFrom('missed_email')
    .select('cause')
    .where('user_id', '=', userId)
    .where(inList(dialect, 'message_id', messageIds))
    .orderBy('message_id')
    .execute();
  return rows.map(({ cause }) => cause);
}

export async function settle(
  tx: Tx,
  userId: number,
  messageIds: readonly number[],
  state: EmailState,
): Promise<void> {
  if (messageIds.length === 0) return;
  await tx.q
    .updateTable('missed_email')
    .set({ state, changed_at: tx.now })
    .where('user_id', '=', userId)
    .where(inList(tx.dialect, 'message_id', messageIds))
    .execute();
}

const keptMs = 30 * 24 * 3600_000;
/** Users can look up the outcome of an email for 30 days. */
export const deleteHandled = expireByMessage('missed_email', keptMs);

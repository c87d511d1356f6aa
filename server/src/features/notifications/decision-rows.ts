/** Stored notification decisions: what to deliver, and the explanation for the user. */
import { expressionBuilder, sql } from 'kysely';
import type {
  NotificationObstacle,
  NotificationTrigger,
  QuietReason,
} from '../../../../wire/notifications.ts';
import { expiry, type Tx } from '../../core/log/index.ts';
import type { User } from '../../core/organization/index.ts';
import { inList } from '../../db/sql.ts';
import type { Db } from '../../db/db.ts';
import type { Schema } from '../../db/schema.ts';
import { quietAmong } from '../do-not-disturb/index.ts';
import type { Decision } from './decide.ts';
import { keysIn } from '../../lib/objects.ts';

export const wayBit = { email: 1, push: 2, desktop: 4, sound: 8 } as const;

/** States of a push notification. `waiting`: for its job, or while the user is active. `queued`: being delivered. */
export const pushState = {
  none: 0,
  noDevice: 1,
  waiting: 2,
  queued: 3,
  delivered: 4,
  readBefore: 5,
  failed: 6,
  removed: 7,
} as const;
export type PushState = (typeof pushState)[keyof typeof pushState];

/** A decision about one message and one person. */
export interface Decided {
  user: User;
  messageId: number;
  conversation: string;
  decision: Decision;
}

/** Not stored, since users do not ask about these. */
const obvious: ReadonlySet<NotificationObstacle | null> = new Set<NotificationObstacle>([
  'own_message',
  'bot',
  'deactivated',
  'not_received',
  'nothing_about_you',
]);

export const isKept = ({ decision }: Decided): boolean => !obvious.has(decision.obstacle);

const toBits = (decision: Decision): number =>
  keysIn(wayBit).reduce((bits, way) => bits | (decision[way] ? wayBit[way] : 0), 0);

/**
 * A decision to notify is final. A decision not to notify is replaced, for example when an edit mentions the user.
 * @param hasDevice Users with a device for push notifications.
 * @returns the decisions that were inserted or replaced
 */
export async function storeDecisions(
  tx: Tx,
  decided: readonly Decided[],
  hasDevice: ReadonlySet<number>,
): Promise<Decided[]> {
  if (decided.length === 0) return [];
  const notified = decided.filter(({ decision }) => decision.obstacle === null);
  const quiet = await quietAmong(
    tx,
    notified.map(({ user }) => user),
    tx.now,
  );
  const rows = await tx.q
    .insertInto('notification_decision')
    .values(
      decided.map(({ user, messageId, decision }) => ({
        user_id: user.id,
        message_id: messageId,
        org_id: tx.orgId,
        cause: decision.trigger,
        obstacle: decision.obstacle,
        ways: toBits(decision),
        push_state: firstPushState(decision, hasDevice.has(user.id)),
        quiet: decision.obstacle === null ? (quiet.get(user.id)?.reason ?? null) : null,
        quiet_until: decision.obstacle === null ? (quiet.get(user.id)?.until ?? null) : null,
        decided_at: tx.now,
        changed_at: tx.now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'message_id'])
        .doUpdateSet((eb) => ({
          cause: eb.ref('excluded.cause'),
          obstacle: eb.ref('excluded.obstacle'),
          ways: eb.ref('excluded.ways'),
          push_state: eb.ref('excluded.push_state'),
          quiet: eb.ref('excluded.quiet'),
          quiet_until: eb.ref('excluded.quiet_until'),
          decided_at: eb.ref('excluded.decided_at'),
          changed_at: eb.ref('excluded.changed_at'),
        }))
        .where('notification_decision.obstacle', 'is not', null),
    )
    .returning(['user_id', 'message_id'])
    .execute();
  const isNew = new Set(rows.map((row) => `${row.user_id} ${row.message_id}`));
  return decided.filter(({ user, messageId }) => isNew.has(`${user.id} ${messageId}`));
}

function firstPushState({ push }: Decision, hasDevice: boolean): PushState {
  if (!push) return pushState.none;
  return hasDevice ? pushState.waiting : pushState.noDevice;
}

export interface KeptDecision {
  trigger: NotificationTrigger | null;
  obstacle: NotificationObstacle | null;
  ways: number;
  pushState: PushState;
  quiet: QuietReason | null;
  quietUntil: number | null;
  urgentAt: number | null;
  decidedAt: number;
  changedAt: number;
}

export async function keptDecision(
  { q }: Db,
  userId: number,
  messageId: number,
): Promise<KeptDecision | undefined> {
  const row = await q
    .selectFrom('notification_decision')
    .selectAll()
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  return (
    row && {
      trigger: row.cause,
      obstacle: row.obstacle,
      ways: row.ways,
      pushState: row.push_state,
      quiet: row.quiet,
      quietUntil: row.quiet_until,
      urgentAt: row.urgent_at,
      decidedAt: row.decided_at,
      changedAt: row.changed_at,
    }
  );
}

/**
 * Records that the sender has these users notified now. A decision lasts longer than a message can be urgent, so that this
 * happens once.
 * @returns those for whom it was not recorded before
 */
export async function markUrgent(
  tx: Tx,
  messageId: number,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await tx.q
    .updateTable('notification_decision')
    .set({ urgent_at: tx.now })
    .where('message_id', '=', messageId)
    .where(inList(tx.dialect, 'user_id', userIds))
    .where('urgent_at', 'is', null)
    .returning('user_id')
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

/** With literals: SQLite does not use the partial indexes of waiting and of shown notifications for parameters. */
export const isInState = (states: readonly PushState[]) =>
  expressionBuilder<Schema, 'notification_decision'>()(
    'push_state',
    'in',
    states.map((state) => sql.lit(state)),
  );

/** Ids of a user's messages whose push notifications are in one of these states, ascending. */
export async function messagesInState(
  { q }: Pick<Db, 'q'>,
  userId: number,
  states: readonly PushState[],
): Promise<number[]> {
  const rows = await q
    .selectFrom('notification_decision')
    .select('message_id')
    .where('user_id', '=', userId)
    .where(isInState(states))
    .orderBy('message_id')
    .execute();
  return rows.map((row) => row.message_id);
}

export async function firstInState(
  { q }: Pick<Db, 'q'>,
  userId: number,
  state: PushState,
): Promise<number | undefined> {
  const row = await q
    .selectFrom('notification_decision')
    .select('message_id')
    .where('user_id', '=', userId)
    .where(isInState([state]))
    .orderBy('message_id')
    .limit(1)
    .executeTakeFirst();
  return row?.message_id;
}

/** @param from Only rows in one of these states are changed. */
export async function setPushState(
  tx: Tx,
  userId: number,
  messageIds: readonly number[],
  { from, to }: { from: readonly PushState[]; to: PushState },
): Promise<number[]> {
  if (messageIds.length === 0) return [];
  const rows = await tx.q
    .updateTable('notification_decision')
    .set({ push_state: to, changed_at: tx.now })
    .where('user_id', '=', userId)
    .where(inList(tx.dialect, 'message_id', messageIds))
    .where('push_state', 'in', from)
    .returning('message_id')
    .execute();
  return rows.map((row) => row.message_id);
}

/** Deletes rows that have not changed for this many milliseconds. */
export const expireByMessage = (table: 'missed_email' | 'notification_decision', keptMs: number) =>
  expiry(
    (tx, limit) =>
      tx.q
        .selectFrom(table)
        .select(['user_id', 'message_id'])
        .where('changed_at', '<', tx.now - keptMs)
        .limit(limit)
        .execute(),
    async (tx, rows) => {
      for (const row of rows)
        await tx.q
          .deleteFrom(table)
          .where('user_id', '=', row.user_id)
          .where('message_id', '=', row.message_id)
          .execute();
    },
  );

const keptMs = 7 * 24 * 3600_000;

export const deleteOldDecisions = expireByMessage('notification_decision', keptMs);

/** Updates a user's presence. */
import type { UpdatePresenceParams } from '../../../../wire/presence.ts';
import { serverNumbers } from '../../../../wire/server.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type Principal, type User, organizationSettings } from '../../core/organization/index.ts';
import { audienceAbout } from '../../core/users/index.ts';
import type { Board, LastSeen, SeenRow } from './board.ts';
import { saveSeen, presenceBoards } from './boards.ts';
import { sharesPresence } from './queries.ts';
import { presenceChanged } from './serialize.ts';

/** In larger organizations each arrival is one event for too many clients: there they learn of it with their next ping. */
const mostPublished = 500;

export async function notePresence(
  app: AppContext,
  me: Principal,
  { status }: Pick<UpdatePresenceParams, 'status'>,
): Promise<void> {
  if (!sharesPresence(me.cache, me.user)) return;
  const board = await presenceBoards(app).of(me.orgId);
  const now = app.clock.now();
  const seen = { activeAt: status === 'active' ? now : 0, connectedAt: now };
  if (!changes(board.get(me.id), seen)) {
    board.note(me.id, seen);
    return;
  }
  const takenAt = board.takenAt(now);
  const row = await app.db.write(me.orgId, me, (tx) => come(tx, me.user, seen, board, takenAt));
  board.publish([row]);
}

/** Whether the change is visible to others: the user came online or became active. */
function changes(before: LastSeen | undefined, now: LastSeen): boolean {
  if (!before) return true;
  const limit = serverNumbers.server_presence_offline_threshold_seconds * 1000;
  const wasHere = now.connectedAt - before.connectedAt < limit;
  const wasActive = now.connectedAt - before.activeAt < limit;
  return !wasHere || (now.activeAt > 0 && !wasActive);
}

/** Stores and publishes that a user is online, unless they have stopped sharing presence after `takenAt`. */
export async function come(
  tx: Tx,
  me: User,
  seen: LastSeen,
  board: Board,
  takenAt = board.takenAt(seen.connectedAt),
): Promise<SeenRow> {
  const user = tx.cache.users.get(me.id) ?? me;
  const row = {
    userId: user.id,
    activeAt: Math.max(seen.activeAt, board.get(user.id)?.activeAt ?? 0),
    connectedAt: seen.connectedAt,
    updateId: takenAt,
  };
  await saveSeen(tx, [row]);
  if (sharesPresence(tx.cache, user) && isSmall(tx))
    tx.emit(presenceChanged(user, row, tx.now), await audienceAbout(tx, user));
  return row;
}

/** The time since the user was last seen that makes every client show them as offline. */
const longAgoMs = (serverNumbers.server_presence_offline_threshold_seconds + 60) * 1000;

/**
 * A user stops sharing their presence. What was known stays, set back so far that they are offline, as clients
 * take a missing entry for a user who was never there.
 * @returns what others see then; undefined if nothing is known of the user
 */
export async function leave(tx: Tx, user: User, board: Board): Promise<SeenRow | undefined> {
  const known = board.get(user.id);
  if (!known) return undefined;
  const at = tx.now - longAgoMs;
  const activeAt = Math.min(known.activeAt, at);
  const row = { userId: user.id, activeAt, connectedAt: Math.min(known.connectedAt, at), updateId: tx.now };
  await saveSeen(tx, [row]);
  if (!organizationSettings(tx.cache).presence_disabled && isSmall(tx))
    tx.emit(presenceChanged(user, row, tx.now), await audienceAbout(tx, user));
  return { ...row, hasLeft: true };
}

function isSmall({ cache }: Tx): boolean {
  let people = 0;
  for (const user of cache.users.values())
    if (user.isActive && !user.isBot && ++people > mostPublished) return false;
  return true;
}

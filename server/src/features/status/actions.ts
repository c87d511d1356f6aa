/** Sets the caller's status or, as an administrator, that of another user. */
import { roles } from '../../../../wire/core.ts';
import {
  statusTextLength,
  type UpdateOwnStatusParams,
  type UpdateStatusParams,
  type UserStatus,
} from '../../../../wire/status.ts';
import type { AuditValues } from '../../../../wire/audit-properties.ts';
import { auditUser } from '../../core/audit/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import { type JobContext, enqueue, jobKind } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type Principal, currentUser } from '../../core/organization/index.ts';
import { audienceAbout, noSuchUser, getUserVisibility } from '../../core/users/index.ts';
import { presenceBoards } from '../presence/index.ts';
import { type ChosenEmoji, type GivenEmoji, checkEmoji, chosen, type Kind } from '../reactions/index.ts';
import { switchPresence } from '../settings/index.ts';
import { apiError } from '../../lib/errors.ts';
import { codePoints, isPlainText } from '../../lib/text.ts';
import { type Status, statusChanged, type StatusChange, statusObject } from './serialize.ts';
import type { Db } from '../../db/db.ts';

const noStatus: Status = {
  text: '',
  emojiName: '',
  emojiCode: '',
  kind: 'unicode_emoji',
  expiresAt: null,
};

interface StatusRow {
  user_id: number;
  status_text: string;
  emoji_name: string;
  emoji_code: string;
  kind: Kind;
  expires_at: number | null;
}

/** Without those that have expired: an imported one has no job that clears it. */
const rowsIn = ({ q }: Db, orgId: number, now: number) =>
  q
    .selectFrom('user_status')
    .select(['user_id', 'status_text', 'emoji_name', 'emoji_code', 'kind', 'expires_at'])
    .where('org_id', '=', orgId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]));

const statusFrom = (row: StatusRow): Status => ({
  text: row.status_text,
  emojiName: row.emoji_name,
  emojiCode: row.emoji_code,
  kind: row.kind,
  expiresAt: row.expires_at,
});

async function readStatus(db: Db, orgId: number, userId: number, now: number): Promise<Status> {
  const row = await rowsIn(db, orgId, now).where('user_id', '=', userId).executeTakeFirst();
  return row ? statusFrom(row) : noStatus;
}

/** By user id. */
export async function statusesIn(db: Db, orgId: number, now: number): Promise<Map<number, Status>> {
  const rows = await rowsIn(db, orgId, now).orderBy('user_id').execute();
  return new Map(rows.map((row) => [row.user_id, statusFrom(row)]));
}

export async function getStatus(
  { db, clock }: AppContext,
  me: Principal,
  userId: number,
  client: string,
): Promise<{ status: UserStatus }> {
  const user = me.cache.users.get(userId);
  const sees = await getUserVisibility(db.read, me.cache, me.user);
  if (!user || !sees(user)) throw noSuchUser();
  return { status: statusObject(user, await readStatus(db.read, me.orgId, userId, clock.now()), client) };
}

/** @throws ApiError for callers who are not administrators, without a change, and for an invalid one */
export async function updateUserStatus(
  tx: Tx,
  me: Principal,
  userId: number,
  params: UpdateStatusParams & GivenEmoji,
): Promise<void> {
  if (currentUser(tx.cache, me).role > roles.administrator) throw apiError('permissions.insufficient');
  const user = tx.cache.users.get(userId);
  if (!user?.isActive || user.isSystem) throw noSuchUser();
  const before = await readStatus(tx, tx.orgId, userId, tx.now);
  await updateStatus(tx, userId, params);
  const after = await readStatus(tx, tx.orgId, userId, tx.now);
  await auditUser(tx, user, 'update', { before: getAudited(before), after: getAudited(after) });
}

const getAudited = ({ text, emojiName }: Awaited<ReturnType<typeof readStatus>>): AuditValues => ({
  status_text: text,
  status_emoji: emojiName,
});

export async function updateOwnStatus(
  app: AppContext,
  me: Principal,
  params: UpdateOwnStatusParams & GivenEmoji,
): Promise<void> {
  const { away } = params;
  const board = away === undefined ? undefined : await presenceBoards(app).of(me.orgId);
  const note = await app.db.write(me.orgId, me, async (tx) => {
    const change = board && (await switchPresence(tx, me, !away, board));
    await updateStatus(tx, me.id, params);
    return change;
  });
  note?.();
}

async function updateStatus(
  tx: Tx,
  userId: number,
  params: UpdateOwnStatusParams & GivenEmoji,
): Promise<void> {
  await changeStatus(tx, userId, changeFrom(tx, params));
}

/** Called when the profile of an account is deleted. */
export async function clearStatus(tx: Tx, userId: number): Promise<void> {
  const { text, emojiName } = await readStatus(tx, tx.orgId, userId, tx.now);
  if (text !== '' || emojiName !== '') await changeStatus(tx, userId, { text: '', emoji: noEmoji });
}

async function changeStatus(tx: Tx, userId: number, change: StatusChange): Promise<void> {
  const user = tx.cache.users.get(userId);
  if (!user) throw noSuchUser();
  const before = await readStatus(tx, tx.orgId, userId, tx.now);
  const isChanged = change.text !== undefined || change.emoji !== undefined;
  const expiresAt = isChanged ? (change.expiresAt ?? null) : before.expiresAt;
  await save(tx, userId, before, { ...change, expiresAt });
  if (expiresAt !== null && isChanged)
    await enqueue(tx, statusJobs.expireStatus, { userId, at: expiresAt }, expiresAt);
  const hasExpiry = isChanged && (expiresAt !== null || before.expiresAt !== null);
  const event = statusChanged(userId, { ...change, expiresAt: hasExpiry ? expiresAt : undefined });
  tx.emit(event, await audienceAbout(tx, user));
}

/** Clears a status at its time, unless it was changed meanwhile. */
export async function expireStatus({ app, orgId, payload }: JobContext<ExpireStatus>): Promise<void> {
  const { userId, at } = payload;
  await app.db.write(orgId, 'system', async (tx) => {
    const row = await tx.q
      .selectFrom('user_status')
      .select('expires_at')
      .where('user_id', '=', userId)
      .where('org_id', '=', orgId)
      .executeTakeFirst();
    if (row?.expires_at === at && tx.cache.users.get(userId) !== undefined)
      await changeStatus(tx, userId, { text: '', emoji: noEmoji, expiresAt: null });
  });
}

const noEmoji = { name: noStatus.emojiName, code: noStatus.emojiCode, kind: noStatus.kind };

function changeFrom(tx: Tx, params: UpdateOwnStatusParams & GivenEmoji): StatusChange {
  const text = params.status_text?.trim();
  if (text !== undefined && codePoints(text) > statusTextLength)
    throw apiError('parameters.too-long', { name: 'status_text', limit: statusTextLength });
  if (text !== undefined && !isPlainText(text))
    throw apiError('parameters.invalid-character', { name: 'status_text' });
  const emoji = emojiFrom(tx, params);
  const { away } = params;
  if (text === undefined && !emoji && away === undefined) throw apiError('users.no-new-status');
  const expires = params.heddle_expires_at;
  return { text, emoji, away, expiresAt: expires === undefined ? null : expires * 1000 };
}

function emojiFrom({ cache }: Tx, params: UpdateStatusParams & GivenEmoji): ChosenEmoji | undefined {
  const name = params.emoji_name;
  if (name === undefined) {
    if (params.emoji_code !== undefined || params.reaction_type !== undefined)
      throw apiError('users.status-without-emoji-name');
    return undefined;
  }
  if (name === '') return noEmoji;
  const emoji = chosen(cache, name, params);
  checkEmoji(cache, emoji);
  return emoji;
}

async function save(
  tx: Tx,
  userId: number,
  before: Status,
  { text, emoji, expiresAt = null }: StatusChange,
): Promise<void> {
  const values = {
    status_text: text ?? before.text,
    emoji_name: emoji?.name ?? before.emojiName,
    emoji_code: emoji?.code ?? before.emojiCode,
    kind: emoji?.kind ?? before.kind,
    expires_at: expiresAt,
  };
  await tx.q
    .insertInto('user_status')
    .values({ user_id: userId, org_id: tx.orgId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

// Job kinds of this feature, with their payloads.

interface ExpireStatus {
  userId: number;
  /** The time that the status had, in milliseconds since 1970: with another one it is another status. */
  at: number;
}

export const statusJobs = { expireStatus: jobKind<ExpireStatus>('expireStatus') };

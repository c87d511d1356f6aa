/** Sets the caller's status or, as an administrator, that of another user. */
import { roles } from '../../../../wire/core.ts';
import {
  statusTextLength,
  type UpdateOwnStatusParams,
  type UpdateStatusParams,
} from '../../../../wire/status.ts';
import { auditUser } from '../../core/audit/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type Principal, currentUser } from '../../core/organization/index.ts';
import { audienceAbout, noSuchUser } from '../../core/users/index.ts';
import { presenceBoards } from '../presence/index.ts';
import { type ChosenEmoji, type GivenEmoji, checkEmoji, chosen } from '../reactions/index.ts';
import { switchPresence } from '../settings/index.ts';
import { apiError } from '../../lib/errors.ts';
import { codePoints, isPlainText } from '../../lib/text.ts';
import { noStatus, readStatus } from './queries.ts';
import { statusChanged, type StatusChange } from './serialize.ts';

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
  const before = await readStatus(tx, tx.orgId, userId);
  await updateStatus(tx, userId, params);
  const after = await readStatus(tx, tx.orgId, userId);
  await auditUser(tx, user, 'update', { before: getAudited(before), after: getAudited(after) });
}

const getAudited = ({ text, emojiName }: Awaited<ReturnType<typeof readStatus>>) => ({
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

/** For an account whose profile is deleted. */
export async function clearStatus(tx: Tx, userId: number): Promise<void> {
  const { text, emojiName } = await readStatus(tx, tx.orgId, userId);
  if (text !== '' || emojiName !== '') await changeStatus(tx, userId, { text: '', emoji: noEmoji });
}

async function changeStatus(tx: Tx, userId: number, change: StatusChange): Promise<void> {
  const user = tx.cache.users.get(userId);
  if (!user) throw noSuchUser();
  await save(tx, userId, change);
  tx.emit(statusChanged(userId, change), await audienceAbout(tx, user));
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
  return { text, emoji, away };
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

async function save(tx: Tx, userId: number, { text, emoji }: StatusChange): Promise<void> {
  const before = await readStatus(tx, tx.orgId, userId);
  const values = {
    status_text: text ?? before.text,
    emoji_name: emoji?.name ?? before.emojiName,
    emoji_code: emoji?.code ?? before.emojiCode,
    kind: emoji?.kind ?? before.kind,
  };
  await tx.q
    .insertInto('user_status')
    .values({ user_id: userId, org_id: tx.orgId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** Links in emails that can be used once within some days, which proves access to the address. Only their hashes are stored. */
import { apiError } from '../../lib/errors.ts';
import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/db.ts';
import type { Database, Tx } from '../log/index.ts';
import { hashToken } from '../sessions/index.ts';

/** A link resets a password, confirms a new address, confirms it at the former one, or undoes the change. */
export type LinkKind = 'reset' | 'email' | 'former' | 'undo';

export interface AccountLink {
  userId: number;
  /** The address that the link was sent to; with `former`, the new one. */
  email: string;
  /** The user who created it for another’s account; it is valid only as long as they may create such links. */
  makerId?: number;
}

const dayMs = 24 * 3600_000;
export const linkLifetimes: Readonly<Record<LinkKind, number>> = {
  reset: dayMs,
  email: dayMs,
  former: dayMs,
  undo: 3 * dayMs,
};

/** Returns the token of a new link, which replaces an earlier one of this kind unless that cancels a change of email. */
export const makeLink = (
  { db }: { db: Database },
  orgId: number,
  kind: LinkKind,
  account: AccountLink,
): Promise<string> => db.write(orgId, 'system', (tx) => storeLink(tx, kind, account));

/** Does what `makeLink` does, as part of the caller's transaction. */
export async function storeLink(
  tx: Tx,
  kind: LinkKind,
  { userId, email, makerId }: AccountLink,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  if (kind !== 'undo') await deleteLinks(tx, userId, kind);
  await tx.q
    .insertInto('account_link')
    .values({
      token_hash: hashToken(token),
      org_id: tx.orgId,
      user_id: userId,
      kind,
      email,
      maker_id: makerId ?? null,
      created_at: tx.now,
      expires_at: tx.now + linkLifetimes[kind],
    })
    .execute();
  return token;
}

/** @param since In milliseconds since 1970: earlier ones stay. */
export async function deleteLinks(tx: Tx, userId: number, kind: LinkKind, since = 0): Promise<void> {
  await tx.q
    .deleteFrom('account_link')
    .where('user_id', '=', userId)
    .where('org_id', '=', tx.orgId)
    .where('kind', '=', kind)
    .where('created_at', '>=', since)
    .execute();
}

/** Cancels a requested change of email. */
export async function deleteEmailLinks(tx: Tx, userId: number): Promise<void> {
  await tx.q
    .deleteFrom('account_link')
    .where('user_id', '=', userId)
    .where('org_id', '=', tx.orgId)
    .where('kind', 'in', ['email', 'email-used', 'former', 'former-used'])
    .execute();
}

/**
 * Redeems one of the two links of a change of email, and records that until both expire.
 * @returns whether the other one was used for the same address. @throws ApiError when it is no longer valid.
 */
export async function takeOneOfTwo(tx: Tx, kind: 'email' | 'former', token: string): Promise<boolean> {
  const link = await findLink(tx, tx.orgId, kind, token, tx.now);
  if (!link) throw apiError('sign-in.link-expired');
  await tx.q
    .updateTable('account_link')
    .set({ kind: `${kind}-used` })
    .where('token_hash', '=', hashToken(token))
    .where('org_id', '=', tx.orgId)
    .execute();
  const other = await tx.q
    .selectFrom('account_link')
    .select('email')
    .where('user_id', '=', link.userId)
    .where('org_id', '=', tx.orgId)
    .where('kind', '=', kind === 'email' ? 'former-used' : 'email-used')
    .where('email', '=', link.email)
    .where('expires_at', '>', tx.now)
    .executeTakeFirst();
  return other !== undefined;
}

/** Whether a change to this address is requested, and was not cancelled. */
export async function isChangeRequested(
  db: Db,
  orgId: number,
  { userId, email }: AccountLink,
): Promise<boolean> {
  const row = await db.q
    .selectFrom('account_link')
    .select('email')
    .where('user_id', '=', userId)
    .where('org_id', '=', orgId)
    .where('kind', '=', 'email')
    .where('email', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}

interface FoundLink extends AccountLink {
  createdAt: number;
}

/** The purpose of a valid link of this organization. */
export async function findLink(
  db: Db,
  orgId: number,
  kind: LinkKind,
  token: string,
  now: number,
): Promise<FoundLink | undefined> {
  const row = await db.q
    .selectFrom('account_link')
    .select(['user_id', 'email', 'maker_id', 'created_at'])
    .where('token_hash', '=', hashToken(token))
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return undefined;
  const { user_id, email, maker_id, created_at } = row;
  return {
    userId: user_id,
    email,
    createdAt: created_at,
    ...(maker_id === null ? {} : { makerId: maker_id }),
  };
}

/** Deletes the links of a deactivated account, and those that it created: a reactivation does not restore them. */
export async function deleteLinksAround(tx: Tx, userId: number): Promise<void> {
  await tx.q
    .deleteFrom('account_link')
    .where('org_id', '=', tx.orgId)
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('maker_id', '=', userId)]))
    .where('kind', '=', 'reset')
    .execute();
}

/** Deletes the links that a user created for other accounts and may no longer create. */
export async function deleteLinksBeyondRights(
  tx: Tx,
  mayMake: (makerId: number, userId: number) => boolean,
): Promise<void> {
  const rows = await tx.q
    .selectFrom('account_link')
    .select(['user_id', 'maker_id'])
    .where('org_id', '=', tx.orgId)
    .where('kind', '=', 'reset')
    .where('maker_id', 'is not', null)
    .execute();
  for (const { user_id, maker_id } of rows)
    if (!mayMake(maker_id ?? 0, user_id)) await deleteLinks(tx, user_id, 'reset');
}

/** Redeems a link. @throws ApiError when it is no longer valid. */
export async function takeLink(tx: Tx, kind: LinkKind, token: string): Promise<FoundLink> {
  const link = await findLink(tx, tx.orgId, kind, token, tx.now);
  if (!link) throw apiError('sign-in.link-expired');
  // A later address cannot take away what an earlier one was given.
  await deleteLinks(tx, link.userId, kind, link.createdAt);
  return link;
}

/** Deletes the links that have expired. There are few: a person has one of each kind, and one for each change of address. */
export async function deleteExpiredLinks(tx: Tx): Promise<boolean> {
  await tx.q.deleteFrom('account_link').where('expires_at', '<=', tx.now).execute();
  return false;
}

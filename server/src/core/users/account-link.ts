/** Links in e-mails that work once, for a day: anyone who has one reads the mail of that address. Only its hash is stored. */
import { apiError } from '../../lib/errors.ts';
import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/db.ts';
import type { Database, Tx } from '../log/index.ts';
import { hashToken } from '../sessions/index.ts';

export type LinkKind = 'reset' | 'email';

export interface AccountLink {
  userId: number;
  /** The address that the link was sent to. */
  email: string;
}

const lifetimeMs = 24 * 3600_000;

/** Returns the token of a new link, which takes the place of an earlier one of this kind. */
export async function makeLink(
  { db }: { db: Database },
  orgId: number,
  kind: LinkKind,
  { userId, email }: AccountLink,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.write(orgId, 'system', async (tx) => {
    await deleteLinks(tx, userId, kind);
    await tx.q
      .insertInto('account_link')
      .values({
        token_hash: hashToken(token),
        org_id: orgId,
        user_id: userId,
        kind,
        email,
        created_at: tx.now,
        expires_at: tx.now + lifetimeMs,
      })
      .execute();
  });
  return token;
}

export async function deleteLinks(tx: Tx, userId: number, kind: LinkKind): Promise<void> {
  await tx.q.deleteFrom('account_link').where('user_id', '=', userId).where('kind', '=', kind).execute();
}

/** What a link of this organization is for, while it works. */
export async function findLink(
  db: Db,
  orgId: number,
  kind: LinkKind,
  token: string,
): Promise<AccountLink | undefined> {
  const row = await db.q
    .selectFrom('account_link')
    .select(['user_id', 'email'])
    .where('token_hash', '=', hashToken(token))
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('expires_at', '>', Date.now())
    .executeTakeFirst();
  return row && { userId: row.user_id, email: row.email };
}

/** Uses a link up. @throws ApiError when it works no more. */
export async function takeLink(tx: Tx, kind: LinkKind, token: string): Promise<AccountLink> {
  const link = await findLink(tx, tx.orgId, kind, token);
  if (!link) throw apiError('sign-in.link-expired');
  await deleteLinks(tx, link.userId, kind);
  return link;
}

/** Forgets the links that have expired: never many, for a person has one of each kind. */
export async function deleteExpiredLinks(tx: Tx): Promise<boolean> {
  await tx.q.deleteFrom('account_link').where('expires_at', '<=', tx.now).execute();
  return false;
}

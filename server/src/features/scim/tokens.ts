/** Bearer tokens of an organization, with which an identity provider manages its users and groups. */
import { createHash, randomBytes } from 'node:crypto';
import type { ScimToken } from '../../../../wire/scim.ts';
import { audit } from '../../core/audit/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Db } from '../../db/db.ts';
import { apiError } from '../../lib/errors.ts';
import { isPlainText, tidySpaces } from '../../lib/text.ts';

const prefix = 'heddle_scim_';
const hash = (token: string): string => createHash('sha256').update(token).digest('base64url');
const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

export async function listTokens(db: Db, orgId: number): Promise<ScimToken[]> {
  const rows = await db.q
    .selectFrom('scim_token')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('org_id', '=', orgId)
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, created_at, last_used_at }) => ({
    id,
    name,
    created_at: seconds(created_at),
    last_used_at: last_used_at === null ? null : seconds(last_used_at),
  }));
}

/** @returns the token, which is stored only as a hash */
export async function createToken(tx: Tx, given: string): Promise<{ id: number; token: string }> {
  const name = tidySpaces(given);
  if (!isPlainText(name)) throw apiError('parameters.invalid-character', { name: 'name' });
  refuseAboveLimit('scim.too-many-tokens', (await listTokens(tx, tx.orgId)).length);
  const token = prefix + randomBytes(32).toString('base64url');
  const { id } = await tx.q
    .insertInto('scim_token')
    .values({ org_id: tx.orgId, name, token_hash: hash(token), created_at: tx.now, last_used_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await auditToken(tx, 'organization.create_scim_token', name);
  return { id, token };
}

/** @throws ApiError if the organization has no such token */
export async function revokeToken(tx: Tx, id: number): Promise<void> {
  const row = await tx.q
    .deleteFrom('scim_token')
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .returning('name')
    .executeTakeFirst();
  if (!row) throw apiError('scim.no-token');
  await auditToken(tx, 'organization.revoke_scim_token', row.name);
}

const auditToken = (
  tx: Tx,
  action: 'organization.create_scim_token' | 'organization.revoke_scim_token',
  name: string,
): Promise<void> =>
  audit(tx, { action, target: { type: 'organization', id: tx.orgId }, after: { token: name } });

/** `last_used_at` is updated at most this often. */
const usedMs = 600_000;

/** Notes when the token was used. @returns its name; undefined for an unknown one or one of another organization */
export async function authenticateToken(
  { db, clock }: AppContext,
  orgId: number,
  authorization: string | undefined,
): Promise<string | undefined> {
  const [, token] = /^bearer ([\w-]{20,200})$/i.exec(authorization ?? '') ?? [];
  if (token === undefined) return undefined;
  const row = await db.read.q
    .selectFrom('scim_token')
    .select(['id', 'name', 'last_used_at'])
    .where('token_hash', '=', hash(token))
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  if (!row) return undefined;
  const now = clock.now();
  if (row.last_used_at === null || now - row.last_used_at >= usedMs)
    await db.write(orgId, 'system', (tx) =>
      tx.q
        .updateTable('scim_token')
        .set({ last_used_at: now })
        .where('id', '=', row.id)
        .where('org_id', '=', orgId)
        .execute(),
    );
  return row.name;
}

/** Upload space in use, and the quotas of the organization and of each user. */
import type { Config } from '../../lib/config/config.ts';
import type { Db } from '../../db/db.ts';
import type { Tx } from '../../core/log/index.ts';
import { type OrganizationCache, organizationSettings } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { spaceUsed } from './queries.ts';

export const mebibyte = 1024 * 1024;

/** Bytes of files: of the organization, and of one user including their bots. */
export interface Space {
  organization: number;
  person: number;
}

export async function setSpaceUsed(tx: Tx, bytes: number): Promise<void> {
  await tx.q
    .insertInto('upload_space')
    .values({ org_id: tx.orgId, bytes })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ bytes }))
    .execute();
}

/** The quota of the organization, by default that of the server, in mebibytes; null without one. */
export function quotaMib(config: Config, cache: OrganizationCache): number | null {
  const quota = organizationSettings(cache).upload_quota_mib ?? config.uploadQuotaMib;
  return quota === 0 ? null : quota;
}

/** Uploads of bots are charged to their owner, so that more bots do not provide more space. */
export function ownersCharged(cache: OrganizationCache, uploaderId: number): number[] {
  const personId = cache.users.get(uploaderId)?.botOwnerId ?? uploaderId;
  const bots = [...cache.users.values()].filter((user) => user.botOwnerId === personId);
  return [personId, ...bots.map((bot) => bot.id)];
}

/** Space in use. */
export async function spaceTaken(db: Db, cache: OrganizationCache, uploaderId: number): Promise<Space> {
  const orgId = cache.organization.id;
  const { bytes } = await db.q
    .selectFrom('attachment')
    .select(({ fn }) => fn.sum('size').as('bytes'))
    .where('org_id', '=', orgId)
    .where('owner_id', 'in', ownersCharged(cache, uploaderId))
    .executeTakeFirstOrThrow();
  return { organization: await spaceUsed(db, orgId), person: Number(bytes) };
}

/** @throws ApiError if `bytes` more would exceed a quota */
export function checkSpace(config: Config, cache: OrganizationCache, taken: Space, bytes: number): void {
  const quota = quotaMib(config, cache);
  if (quota !== null && taken.organization + bytes > quota * mebibyte)
    throw apiError('uploads.organization-quota');
  const ofPerson = config.uploadQuotaPerPersonMib;
  if (ofPerson > 0 && taken.person + bytes > ofPerson * mebibyte) throw apiError('uploads.person-quota');
}

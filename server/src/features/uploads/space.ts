/** The space that an organization's files take, and how much they may. */
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/tx.ts';
import { organizationSettings } from '../../directory/settings.ts';
import type { Directory } from '../../directory/directory.ts';
import { ApiError } from '../../http/errors.ts';

export const mebibyte = 1024 * 1024;

export async function setSpaceUsed(tx: Tx, bytes: number): Promise<void> {
  await tx.q
    .insertInto('upload_space')
    .values({ org_id: tx.orgId, bytes })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ bytes }))
    .execute();
}

/** The organization's own quota, or else the server's, in mebibytes. */
export const quotaMib = (config: Config, directory: Directory): number | null =>
  organizationSettings(directory).upload_quota_mib ?? config.uploadQuotaMib ?? null;

/** @throws ApiError when it is more than the organization may have. */
export function checkSpace(config: Config, directory: Directory, bytes: number): void {
  const quota = quotaMib(config, directory);
  if (quota !== null && bytes > quota * mebibyte)
    throw new ApiError('REALM_UPLOAD_QUOTA', "Upload would exceed your organization's upload quota.");
}

/** Uploads of archives: their limits, and where they are stored until they have been imported. */
import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../core/context/index.ts';
import { audit } from '../../core/audit/index.ts';
import { storeOrRemove } from '../../core/jobs/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { checkPolicyIn, type Principal } from '../../core/organization/index.ts';
import type { Config } from '../../lib/config/config.ts';
import { apiError } from '../../lib/errors.ts';
import type { LocalFile } from '../../lib/files/store.ts';
import { mebibyte } from '../uploads/index.ts';
import { jobs } from './jobs.ts';
import { countArchives } from './queries.ts';
import { organizationTarget } from './target.ts';

export const largestImport = (config: Config): number => config.maxImportSizeMib * mebibyte;

/** Only owners in a browser session, so that a leaked key cannot import. @throws ApiError for everyone else */
export function checkImporter(tx: Pick<Tx, 'cache'>, me: Principal): void {
  checkPolicyIn(tx, 'owners', me);
  if (me.sessionId === undefined) throw apiError('imports.session-only');
}

/** @throws ApiError if too many archives are stored */
export async function checkImportUpload(tx: Tx, me: Principal): Promise<void> {
  checkImporter(tx, me);
  refuseAboveLimit('imports.too-many', await countArchives(tx, tx.orgId));
}

/**
 * Stores a received archive.
 * @param stored Called in the transaction that inserts its row.
 */
export async function storeImport(
  { db, files }: AppContext,
  me: Principal,
  file: LocalFile,
  name: string,
  stored: (tx: Tx, path: string) => Promise<void>,
): Promise<void> {
  const path = `imports/${me.orgId}/${randomBytes(18).toString('base64url')}/archive${archiveExtension(name)}`;
  const removal = { kind: jobs.deleteImportFile, payload: { path } };
  const store = () => files.store.put(path, file, 'application/octet-stream');
  await storeOrRemove(db, { orgId: me.orgId, author: me }, removal, store, async (tx) => {
    await checkImportUpload(tx, me);
    await tx.q
      .insertInto('import_request')
      .values({
        org_id: tx.orgId,
        acting_user_id: me.id,
        file_name: name,
        size: file.size,
        path,
        state: 'uploaded',
        choices: null,
        progress: null,
        report: null,
        error: null,
        run_id: null,
        created_at: tx.now,
        updated_at: tx.now,
      })
      .execute();
    await audit(tx, {
      action: 'organization.request_import',
      target: organizationTarget(tx),
      after: { step: 'upload', file: name, bytes: file.size },
    });
    await stored(tx, path);
  });
}

/** The extension, by which the format is recognized; nothing else of the name becomes part of a path. */
function archiveExtension(name: string): string {
  const [found = ''] = /\.(?:zip|tar\.gz|tgz|tar|jsonl|json|csv)$/i.exec(name) ?? [];
  return found.toLowerCase();
}

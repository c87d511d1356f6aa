/** Requests and deletes exports of the organization. */
import { randomBytes } from 'node:crypto';
import { exportLimits, exportTypes, type ExportType, exportDays } from '../../../../wire/exports.ts';
import { audit } from '../../core/audit/index.ts';
import { enqueue, jobKind, type JobContext } from '../../core/jobs/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { countRecent, exportRow, isTooLarge, getExports } from './queries.ts';
import { hasArchive, isPending, type ExportRow } from './serialize.ts';
import type { AppContext } from '../../core/context/index.ts';
import { organizationUrl } from '../../http/urls.ts';

const dayMs = 24 * 3600_000;

export async function createExport(
  tx: Tx,
  me: Principal,
  asked: string | number | undefined,
  origin: string,
): Promise<number> {
  const kind = checkedType(asked);
  const since = tx.now - exportLimits.days * dayMs;
  refuseAboveLimit('exports.too-many', await countRecent(tx, tx.orgId, since));
  if (await isTooLarge(tx, tx.orgId)) throw apiError('exports.too-large');
  const folder = randomBytes(1).toString('hex');
  const { id } = await tx.q
    .insertInto('organization_export')
    .values({
      org_id: tx.orgId,
      acting_user_id: me.id,
      kind,
      path: `exports/${tx.orgId}/${folder}/${randomBytes(18).toString('base64url')}`,
      created_at: tx.now,
      finished_at: null,
      failed_at: null,
      deleted_at: null,
      size: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue(tx, jobs.makeExport, { id });
  await audit(tx, { action: 'organization.export', target: getTarget(tx), after: { export_type: kind } });
  await emitExports(tx, origin);
  return id;
}

/** COMPAT(clients before level 449): types are 1 and 2. */
function checkedType(asked: string | number = 'public'): ExportType {
  if (asked === 'full_without_consent') throw apiError('exports.without-consent');
  const found = exportTypes.find((type, i) => type === asked || i + 1 === Number(asked));
  if (!found) throw apiError('exports.invalid-type');
  return found;
}

const getTarget = ({ orgId, cache }: Tx) =>
  ({ type: 'organization', id: orgId, name: cache.organization.name }) as const;

export async function deleteExport(tx: Tx, id: number, origin: string): Promise<void> {
  const row = await exportRow(tx, tx.orgId, id);
  if (!row) throw apiError('exports.not-found');
  if (row.deleted_at !== null) throw apiError('exports.deleted');
  if (row.failed_at !== null) throw apiError('exports.failed');
  if (isPending(row)) throw apiError('exports.pending');
  await removeArchive(tx, row);
  await audit(tx, {
    action: 'organization.delete_export',
    target: getTarget(tx),
    before: { export_type: row.kind },
  });
  await emitExports(tx, origin);
}

/** Deletes the file; the row stays as a record. */
async function removeArchive(tx: Tx, row: ExportRow): Promise<void> {
  if (!hasArchive(row)) return;
  await tx.q
    .updateTable('organization_export')
    .set({ deleted_at: tx.now })
    .where('id', '=', row.id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await enqueue(tx, jobs.deleteExportFile, { path: row.path });
}

/** The whole list, as clients expect it, to administrators. */
export async function emitExports(tx: Tx, origin: string): Promise<void> {
  const exports = await getExports(tx, tx.orgId, origin);
  tx.emit({ type: 'realm_export', exports }, { administrators: true });
}

// Job kinds of this feature, with their payloads.

export const jobs = {
  /** Starts an export and repeats until it has ended. */
  makeExport: jobKind<{ id: number }>('makeExport'),
  /** Deletes an archive. */
  deleteExportFile: jobKind<{ path: string }>('deleteExportFile'),
};

// Deletes archives on request and after their retention.

export const deleteExportFile = ({ app, payload }: JobContext<{ path: string }>): Promise<void> =>
  app.files.store.remove(payload.path);

const keptMs = exportDays * 24 * 3600_000;

export async function deleteOldExports(
  app: AppContext,
  isStopped: () => boolean,
  now = app.clock.now(),
): Promise<void> {
  const old = await app.db.read.q
    .selectFrom('organization_export')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('finished_at', '<=', now - keptMs)
    .execute();
  for (const [orgId, rows] of Map.groupBy(old, (row) => row.org_id)) {
    if (isStopped()) return;
    await app.db.write(orgId, 'system', async (tx) => {
      for (const row of rows) await removeArchive(tx, row);
      await emitExports(tx, organizationUrl(app, tx.cache.organization.subdomain));
    });
  }
}

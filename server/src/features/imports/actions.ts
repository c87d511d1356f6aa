/** Requests of owners, which the node that holds the lease carries out. */
import type { ImportChoices, ImportRequestState } from '../../../../wire/imports.ts';
import { audit } from '../../core/audit/index.ts';
import { enqueue } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { jobs } from './jobs.ts';
import { existingImport } from './queries.ts';
import { isActive, isWaiting, type ImportRow } from './serialize.ts';
import { organizationTarget } from './target.ts';
import { checkImporter } from './upload.ts';

type Step = 'check' | 'import' | 'stop' | 'undo' | 'discard';

async function note(tx: Tx, step: Step, { file_name: file }: ImportRow, choices?: ImportChoices) {
  await audit(tx, {
    action: 'organization.request_import',
    target: organizationTarget(tx),
    after: { step, file, ...choices },
  });
}

async function change(tx: Tx, { id }: ImportRow, values: Partial<ImportRow>): Promise<void> {
  await tx.q
    .updateTable('import_request')
    .set({ ...values, updated_at: tx.now })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
}

export async function beginImport(
  tx: Tx,
  me: Principal,
  given: { import_id: number; choices: ImportChoices },
  step: 'check' | 'import',
): Promise<void> {
  checkImporter(tx, me);
  const row = await existingImport(tx, tx.orgId, given.import_id);
  if (isActive(row)) throw apiError('imports.busy');
  if (row.path === null || !isWaiting(row)) throw apiError('imports.no-archive');
  const state: ImportRequestState = step === 'check' ? 'checking' : 'importing';
  await begin(tx, row, { state, choices: JSON.stringify(given.choices) });
  await note(tx, step, row, given.choices);
}

async function begin(tx: Tx, row: ImportRow, values: Partial<ImportRow>): Promise<void> {
  await change(tx, row, { ...values, progress: null, error: null, is_stopping: 0, attempts: 0 });
  await enqueue(tx, jobs.runImport, { id: row.id });
}

/** Requests to undo an import, which fails if users have replied to imported messages. */
export async function undoImport(tx: Tx, me: Principal, id: number): Promise<void> {
  checkImporter(tx, me);
  const row = await existingImport(tx, tx.orgId, id);
  if (isActive(row)) throw apiError('imports.busy');
  if (row.run_id === null || row.state === 'undone') throw apiError('imports.nothing-to-undo');
  await begin(tx, row, { state: 'undoing' });
  await note(tx, 'undo', row);
}

/** Stops a check or import after the current batch. An undo cannot be stopped, since it would leave half an import. */
export async function stopImport(tx: Tx, me: Principal, id: number): Promise<void> {
  checkImporter(tx, me);
  const row = await existingImport(tx, tx.orgId, id);
  if (row.state !== 'checking' && row.state !== 'importing') throw apiError('imports.not-running');
  await change(tx, row, { is_stopping: 1 });
  await note(tx, 'stop', row);
}

/** Deletes the archive; the row stays as a record where something was imported. */
export async function discardImport(tx: Tx, me: Principal, id: number): Promise<void> {
  checkImporter(tx, me);
  const row = await existingImport(tx, tx.orgId, id);
  if (isActive(row)) throw apiError('imports.busy');
  await removeArchive(tx, row);
  if (row.run_id === null)
    await tx.q.deleteFrom('import_request').where('id', '=', id).where('org_id', '=', tx.orgId).execute();
  await note(tx, 'discard', row);
}

export async function removeArchive(tx: Tx, row: ImportRow): Promise<void> {
  if (row.path === null) return;
  await change(tx, row, { path: null });
  await enqueue(tx, jobs.deleteImportFile, { path: row.path });
}

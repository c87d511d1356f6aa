/** The feature: imports from other products by the web client. */
import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  BeginImportParams,
  GetImportResponse,
  GetImportsResponse,
  ImportPath,
} from '../../../../wire/imports.ts';
import { defineJob } from '../../core/jobs/index.ts';
import { on } from '../../core/log/index.ts';
import { messagesHidden } from '../../core/messages/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { importer, runImport } from './importer.ts';
import { jobs } from './jobs.ts';
import { deleteChanges, deleteImportFile, deleteOldArchives } from './remove.ts';
import { beginImport, discardImport, stopImport, undoImport } from './actions.ts';
import { checkImportSpace } from './disk-space.ts';
import { existingImport, listImports } from './queries.ts';
import { importObject, parseReport } from './serialize.ts';
import { checkImporter } from './upload.ts';

export type { ImportEngine } from './attempt.ts';
export { importer } from './importer.ts';
export { jobs as importJobs } from './jobs.ts';
export { checkArchiveSpace, filledFolders, type Places } from './disk-space.ts';
export { listImports } from './queries.ts';
export { hasEnded } from './serialize.ts';
export { ReadingEnded } from './reading-ended.ts';
export { checkImportUpload, largestImport, storeImport } from './upload.ts';

/** Named API keys cannot import, whatever their scopes. */
const ofOwners = { policy: 'owners', scope: 'credentials' } as const;

const importRoutes = [
  route({
    method: 'GET',
    path: '/heddle/imports',
    operationId: 'heddle-get-imports',
    ...ofOwners,
    params: Type.Object({}),
    response: GetImportsResponse,
    async handle({ app, me }) {
      checkImporter(me, me);
      const rows = await listImports(app.db.read, me.orgId);
      return { imports: rows.map(importObject), max_mebibytes: app.config.maxImportSizeMib };
    },
  }),
  route({
    method: 'GET',
    path: '/heddle/imports/:import_id',
    operationId: 'heddle-get-import',
    ...ofOwners,
    params: ImportPath,
    response: GetImportResponse,
    async handle({ app, me, params }) {
      checkImporter(me, me);
      const row = await existingImport(app.db.read, me.orgId, params.import_id);
      return { import: importObject(row), report: parseReport(row) };
    },
  }),
  route({
    method: 'POST',
    path: '/heddle/imports/:import_id/check',
    operationId: 'heddle-check-import',
    ...ofOwners,
    params: BeginImportParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => beginImport(tx, me, params, 'check'),
  }),
  route({
    method: 'POST',
    path: '/heddle/imports/:import_id/start',
    operationId: 'heddle-start-import',
    ...ofOwners,
    params: BeginImportParams,
    response: EmptyResponse,
    async handle({ app, me, params }) {
      checkImporter(me, me);
      const row = await existingImport(app.db.read, me.orgId, params.import_id);
      await checkImportSpace(app, parseReport(row)?.estimate?.bytes ?? row.size);
      await app.db.write(me.orgId, me, (tx) => beginImport(tx, me, params, 'import'));
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/heddle/imports/:import_id/stop',
    operationId: 'heddle-stop-import',
    ...ofOwners,
    params: ImportPath,
    response: EmptyResponse,
    write: (tx, { me, params }) => stopImport(tx, me, params.import_id),
  }),
  route({
    method: 'POST',
    path: '/heddle/imports/:import_id/undo',
    operationId: 'heddle-undo-import',
    ...ofOwners,
    params: ImportPath,
    response: EmptyResponse,
    write: (tx, { me, params }) => undoImport(tx, me, params.import_id),
  }),
  route({
    method: 'DELETE',
    path: '/heddle/imports/:import_id',
    operationId: 'heddle-discard-import',
    ...ofOwners,
    params: ImportPath,
    response: EmptyResponse,
    write: (tx, { me, params }) => discardImport(tx, me, params.import_id),
  }),
];

export const importsFeature = defineFeature({
  routes: importRoutes,
  jobs: [defineJob(jobs.runImport, runImport), defineJob(jobs.deleteImportFile, deleteImportFile)],
  reactions: [on(messagesHidden, deleteChanges)],
  workers: [importer],
  maintenance: [(app, isStopped) => deleteOldArchives(app, isStopped)],
});

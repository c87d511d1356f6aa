/** The feature: exports. */
import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  CreateExportParams,
  CreateExportResponse,
  ExportPath,
  GetConsentsResponse,
  GetExportsResponse,
} from '../../../../wire/exports.ts';
import { defineJob } from '../../core/jobs/index.ts';
import { nothing } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { exporter, makeExport } from './exporter.ts';
import { mountExports } from './mount.ts';
import { deleteExportFile, deleteOldExports, jobs, createExport, deleteExport } from './actions.ts';
import { getConsents, getExports } from './queries.ts';

export { jobs as exportJobs } from './actions.ts';
export { exporter, type MakeArchive } from './exporter.ts';

const exportRoutes = [
  route({
    method: 'GET',
    path: '/export/realm',
    operationId: 'get-realm-exports',
    policy: 'administrators',
    leaves: 'nothing',
    params: Type.Object({}),
    response: GetExportsResponse,
    handle: async ({ app, me, origin }) => ({ exports: await getExports(app.db.read, me.orgId, origin) }),
  }),
  route({
    method: 'POST',
    path: '/export/realm',
    operationId: 'export-realm',
    policy: 'administrators',
    leaves: 'nothing',
    params: CreateExportParams,
    response: CreateExportResponse,
    write: async (tx, { me, params, origin }) => ({
      id: await createExport(tx, me, params.export_type, origin),
    }),
  }),
  route({
    method: 'GET',
    path: '/export/realm/consents',
    operationId: 'get-realm-export-consents',
    policy: 'administrators',
    leaves: 'nothing',
    params: Type.Object({}),
    response: GetConsentsResponse,
    handle: ({ me }) => Promise.resolve({ export_consents: getConsents(me.cache) }),
  }),
  route({
    method: 'DELETE',
    path: '/export/realm/:export_id',
    operationId: 'delete-realm-export',
    policy: 'administrators',
    leaves: 'nothing',
    params: ExportPath,
    response: EmptyResponse,
    write: (tx, { params, origin }) => deleteExport(tx, params.export_id, origin),
  }),
];

export const exportsFeature = defineFeature({
  routes: exportRoutes,
  events: {
    realm_export: { to: ['administrators'], about: nothing },
    realm_export_consent: { to: ['administrators'], about: nothing },
  },
  mounts: [mountExports],
  jobs: [defineJob(jobs.makeExport, makeExport), defineJob(jobs.deleteExportFile, deleteExportFile)],
  workers: [exporter],
  maintenance: [deleteOldExports],
});

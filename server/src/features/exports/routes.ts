import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  CreateExportParams,
  CreateExportResponse,
  ExportPath,
  GetConsentsResponse,
  GetExportsResponse,
} from '../../../../wire/exports.ts';
import { route } from '../../http/route.ts';
import { createExport, deleteExport } from './actions.ts';
import { getConsents, getExports } from './queries.ts';

export const exportRoutes = [
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

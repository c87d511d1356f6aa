/** The feature: audit log. */
import {
  ExportAuditLogParams,
  ExportAuditLogResponse,
  GetAuditLogParams,
  GetAuditLogResponse,
} from '../../../../wire/audit-log.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { deleteOldEntries } from './expire.ts';
import { exportAuditLog } from './export.ts';
import { getAuditEntries } from './queries.ts';
import { serializeEntry } from './serialize.ts';

const auditLogRoutes = [
  route({
    method: 'GET',
    path: '/realm/audit_log',
    operationId: 'heddle-get-audit-log',
    policy: 'owners',
    scope: 'administer',
    leaves: 'nothing',
    params: GetAuditLogParams,
    response: GetAuditLogResponse,
    handle: async ({ app, me, params: { limit, ...filter } }) => {
      const rows = await getAuditEntries(app.db.read, me.orgId, filter, limit + 1);
      return {
        entries: rows.slice(0, limit).map((row) => serializeEntry(me.cache, row)),
        has_more: rows.length > limit,
      };
    },
  }),
  route({
    method: 'GET',
    path: '/realm/audit_log/export',
    operationId: 'heddle-export-audit-log',
    policy: 'owners',
    scope: 'administer',
    leaves: 'nothing',
    params: ExportAuditLogParams,
    response: ExportAuditLogResponse,
    handle: ({ app, me, params: { format, ...filter } }) => exportAuditLog(app, me, format, filter),
  }),
];

export const auditLogFeature = defineFeature({ routes: auditLogRoutes, maintenance: [deleteOldEntries] });

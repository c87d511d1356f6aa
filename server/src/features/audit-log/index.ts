/** The feature: audit log. */
import { defineFeature } from '../../http/feature.ts';
import { deleteOldEntries } from './expire.ts';
import { auditLogRoutes } from './routes.ts';

export const auditLogFeature = defineFeature({ routes: auditLogRoutes, maintenance: [deleteOldEntries] });

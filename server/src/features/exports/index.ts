/** The feature: exports. */
import { defineJob } from '../../core/jobs/index.ts';
import { nothing } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { exporter, makeExport } from './exporter.ts';
import { jobs } from './jobs.ts';
import { mountExports } from './mount.ts';
import { deleteExportFile, deleteOldExports } from './remove.ts';
import { exportRoutes } from './routes.ts';

export { jobs as exportJobs } from './jobs.ts';
export { exporter, type MakeArchive } from './exporter.ts';

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

/** The feature: imports from other products by the web client. */
import { defineJob } from '../../core/jobs/index.ts';
import { on } from '../../core/log/index.ts';
import { messagesHidden } from '../../core/messages/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { importer, runImport } from './importer.ts';
import { jobs } from './jobs.ts';
import { deleteChanges, deleteImportFile, deleteOldArchives } from './remove.ts';
import { importRoutes } from './routes.ts';

export type { ImportEngine } from './attempt.ts';
export { importer } from './importer.ts';
export { jobs as importJobs } from './jobs.ts';
export { checkArchiveSpace, filledFolders, type Places } from './disk-space.ts';
export { listImports } from './queries.ts';
export { hasEnded } from './serialize.ts';
export { ReadingEnded } from './reading-ended.ts';
export { checkImportUpload, largestImport, storeImport } from './upload.ts';

export const importsFeature = defineFeature({
  routes: importRoutes,
  jobs: [defineJob(jobs.runImport, runImport), defineJob(jobs.deleteImportFile, deleteImportFile)],
  reactions: [on(messagesHidden, deleteChanges)],
  workers: [importer],
  maintenance: [(app, isStopped) => deleteOldArchives(app, isStopped)],
});

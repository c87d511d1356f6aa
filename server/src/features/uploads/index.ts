/** The feature: uploads. */
import { defineJob } from '../../core/jobs/job.ts';
import { defineFeature } from '../../http/feature.ts';
import { jobs } from './jobs.ts';
import { mountUploads } from './mount.ts';
import { sweepUnfinished } from './orphans.ts';
import { removeFile, removeUnclaimed } from './remove.ts';
import { uploadRoutes } from './routes.ts';
import { makeThumbnails } from './thumbnails.ts';

export const uploadsFeature = defineFeature({
  routes: uploadRoutes,
  mounts: [mountUploads],
  jobs: [
    defineJob(jobs.removeFile, removeFile),
    defineJob(jobs.removeUnclaimed, removeUnclaimed),
    defineJob(jobs.makeThumbnails, makeThumbnails),
   
  ],
  maintenance: [(app) => sweepUnfinished(app.db.read, app.files)],
});

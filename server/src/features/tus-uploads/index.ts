/** The feature: tus uploads. */
import { defineJob } from '../../core/jobs/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { deleteUnfinished, removeUnfinished } from './expire.ts';
import { jobs } from './jobs.ts';
import { mountTusUploads } from './mount.ts';

export const tusUploadsFeature = defineFeature({
  mounts: [mountTusUploads],
  jobs: [defineJob(jobs.removeUnfinished, removeUnfinished)],
  expiries: [deleteUnfinished],
});

/** The feature: tus uploads. */
import { defineJob } from '../../core/jobs/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { forgetUnfinished, removeUnfinished } from './expire.ts';
import { jobs } from './jobs.ts';
import { mountResumable } from './mount.ts';

export const tusUploadsFeature = defineFeature({
  mounts: [mountResumable],
  jobs: [defineJob(jobs.removeUnfinished, removeUnfinished)],
  expiries: [forgetUnfinished],
});

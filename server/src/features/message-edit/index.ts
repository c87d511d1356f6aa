/** The feature: message edit. */
import { defineFeature } from '../../http/feature.ts';
import { encodeEdit } from './serialize-edits.ts';
import { defineJob } from '../../core/jobs/job.ts';
import { jobs as uploads } from '../uploads/jobs.ts';
import { showThumbnails } from './awaited.ts';

export const messageEditFeature = defineFeature({
  encoders: { update_message: encodeEdit },
  jobs: [defineJob(uploads.showThumbnails, showThumbnails)],
});

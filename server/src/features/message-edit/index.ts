/** The feature: message edit. */
import { defineFeature } from '../../http/feature.ts';
import { encodeEdit } from './serialize-edits.ts';
import { defineJob } from '../../core/jobs/index.ts';
import { uploadsJobs as uploads } from '../uploads/index.ts';
import { showThumbnails } from './awaited.ts';

export { checkMayEditContent } from './edit-content.ts';
export { editMessage } from './edit.ts';
export { messageHistory } from './history.ts';
export { jobs as messageEditJobs } from './jobs.ts';
export { readsSettlements } from './topic-resolved.ts';

export const messageEditFeature = defineFeature({
  encoders: { update_message: encodeEdit },
  jobs: [defineJob(uploads.showThumbnails, showThumbnails)],
});

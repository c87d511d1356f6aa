/** The feature: message edit. */
import { defineFeature } from '../../http/feature.ts';
import { editEvents } from './events.ts';
import { defineJob } from '../../core/jobs/index.ts';
import { uploadsJobs as uploads } from '../uploads/index.ts';
import { websitePreviewJobs as websites } from '../website-previews/index.ts';
import { showThumbnails } from './show-thumbnails.ts';
import { messageEditRoutes } from './routes.ts';
import { showWebsitePreviews } from './website-previews.ts';

export { checkMayEditContent } from './edit-content.ts';
export { jobs as messageEditJobs } from './jobs.ts';
export { moveMessages } from './move.ts';
export { receivesResolvedNotices } from './topic-resolved.ts';

export const messageEditFeature = defineFeature({
  routes: messageEditRoutes,
  events: editEvents,
  jobs: [
    defineJob(uploads.showThumbnails, showThumbnails),
    defineJob(websites.showPreviews, showWebsitePreviews, { isSlow: true }),
  ],
});

/** The feature: uploads. */
import { defineJob } from '../../core/jobs/index.ts';
import { on } from '../../core/log/index.ts';
import { messagesHidden } from '../../core/messages/index.ts';
import { personal } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { releaseAttachments } from './claim.ts';
import { jobs } from './jobs.ts';
import { mountUploads } from './mount.ts';
import { sweepUnfinished } from './orphans.ts';
import { removeFile, removeUnclaimed } from './remove.ts';
import { uploadRoutes } from './routes.ts';
import { makeThumbnails } from './thumbnails.ts';

export { fileOfMessage } from './access.ts';
export { claimAttachments, claimable } from './claim.ts';
export { unsentContents } from './hooks.ts';
export { unclaimedMs } from './remove-unclaimed.ts';
export { type ShowThumbnails, jobs as uploadsJobs } from './jobs.ts';
export { removeLeftovers } from './orphans.ts';
export { mayShowFiles, previewsFor, shownFile } from './previews.ts';
export { type Space, checkSpace, mebibyte, ownersCharged, quotaMib, spaceTaken } from './space.ts';
export { removeUnclaimedUploads } from './remove.ts';
export { addImported } from './store-imported.ts';
export { type StoredFile, storeFile } from './stored-file.ts';
export { largestFile, storeUpload } from './store.ts';
export { getFormats, isDrawable, thumbnailFormats, thumbnailKey } from './thumbnail-formats.ts';
export { enqueueShowingThumbnails } from './enqueue-thumbnails.ts';

export const uploadsFeature = defineFeature({
  routes: uploadRoutes,
  events: { attachment: personal },
  mounts: [mountUploads],
  jobs: [
    defineJob(jobs.removeFile, removeFile),
    defineJob(jobs.removeUnclaimed, removeUnclaimed),
    defineJob(jobs.makeThumbnails, makeThumbnails),
  ],
  reactions: [on(messagesHidden, releaseAttachments)],
  maintenance: [(app) => sweepUnfinished(app.db.read, app.files)],
});

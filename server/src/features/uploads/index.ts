/** The feature: uploads. */
import {
  AttachmentPath,
  GetAttachmentsResponse,
  TemporaryUrlResponse,
  ThumbnailStatusResponse,
  UploadResponse,
  UploadPath,
} from '../../../../wire/attachments.ts';
import { EmptyResponse, Type } from '../../../../wire/core.ts';
import { defineJob } from '../../core/jobs/index.ts';
import { on } from '../../core/log/index.ts';
import { messagesHidden } from '../../core/messages/index.ts';
import { personal } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { apiError } from '../../lib/errors.ts';
import { releaseAttachments } from './claim.ts';
import { jobs } from './jobs.ts';
import { mountUploads } from './mount.ts';
import { sweepUnfinished } from './orphans.ts';
import { removeFile, removeUnclaimed, removeAttachment } from './remove.ts';
import { makeThumbnails } from './thumbnails.ts';
import { fileForReading } from './access.ts';
import { temporaryUrl } from './links.ts';
import { getAttachments } from './queries.ts';
import { largestFile, uploadReceived } from './store.ts';

export { fileOfMessage } from './access.ts';
export { claimAttachments, claimable } from './claim.ts';
export { type ShowThumbnails, jobs as uploadsJobs } from './jobs.ts';
export { removeLeftovers } from './orphans.ts';
export { mayShowFiles, previewsFor, shownFile } from './previews.ts';
export { type Space, checkSpace, mebibyte, ownersCharged, quotaMib, spaceTaken } from './space.ts';
export { unclaimedMs, unsentContents, removeUnclaimedUploads } from './remove.ts';
export { type StoredFile, storeFile, enqueueShowingThumbnails } from './stored-file.ts';
export { addImported, largestFile, storeUpload } from './store.ts';
export { getFormats, isDrawable, thumbnailFormats, thumbnailKey } from './thumbnail-formats.ts';

const uploadRoutes = [
  route({
    method: 'POST',
    path: '/user_uploads',
    operationId: 'upload-file',
    policy: 'signedIn',
    personal: true,
    scope: 'send',
    takesChannelKeys: 'handler',
    params: Type.Object({}),
    response: UploadResponse,
    largestFile,
    handle: ({ app, me, files }) => uploadReceived(app, me, files),
  }),
  route({
    method: 'GET',
    path: '/user_uploads/:realm_id_str/:filename*',
    operationId: 'get-file-temporary-url',
    policy: 'signedIn',
    scope: 'read',
    params: UploadPath,
    response: TemporaryUrlResponse,
    handle: async ({ app, me, params }) => {
      const path = `${params.realm_id_str}/${params.filename}`;
      if (!(await fileForReading(app.db.read, me, path))) throw apiError('requests.not-found');
      return { url: await temporaryUrl(app, me, path) };
    },
  }),
  route({
    method: 'GET',
    path: '/thumbnail/status/:realm_id_str/:filename*',
    operationId: 'check-thumbnail-status',
    policy: 'signedIn',
    scope: 'read',
    params: UploadPath,
    response: ThumbnailStatusResponse,
    handle: async ({ app, me, params }) => {
      const file = await fileForReading(app.db.read, me, `${params.realm_id_str}/${params.filename}`);
      if (!file) throw apiError('requests.not-found');
      return { has_thumbnail: file.thumbnails === 'ready' };
    },
  }),
  route({
    method: 'GET',
    path: '/attachments',
    operationId: 'get-attachments',
    policy: 'signedIn',
    scope: 'read',
    params: Type.Object({}),
    response: GetAttachmentsResponse,
    handle: ({ app, me }) => getAttachments(app.db.read, me),
  }),
  route({
    method: 'DELETE',
    path: '/attachments/:attachment_id',
    operationId: 'remove-attachment',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: AttachmentPath,
    response: EmptyResponse,
    write: (tx, { me, params }) => removeAttachment(tx, me.id, params.attachment_id),
  }),
];

export const uploadsFeature = defineFeature({
  routes: uploadRoutes,
  events: { attachment: personal },
  mounts: [mountUploads],
  jobs: [
    defineJob(jobs.removeFile, removeFile),
    defineJob(jobs.removeUnclaimed, removeUnclaimed),
    defineJob(jobs.makeThumbnails, makeThumbnails, 'pictures'),
  ],
  reactions: [on(messagesHidden, releaseAttachments)],
  maintenance: [(app) => sweepUnfinished(app.db.read, app.files)],
});

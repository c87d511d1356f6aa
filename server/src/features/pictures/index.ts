/** The feature: pictures. */
import { defineJob } from '../../core/jobs/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { jobs, removePicture } from './store.ts';
import { mountPublicPictures } from './mount.ts';
export { drawReceived, drawnIcon } from './draw.ts';
export {
  jobs as pictureJobs,
  dropPicture,
  holdPicture,
  pathOfPicture,
  pictureFiles,
  pictureKey,
  type PictureKind,
  publicPrefix,
  storePicture,
} from './store.ts';

export const picturesFeature = defineFeature({
  mounts: [mountPublicPictures],
  jobs: [defineJob(jobs.removePicture, removePicture)],
});

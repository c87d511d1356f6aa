/** The feature: pictures. */
import { defineJob } from '../../core/jobs/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { jobs } from './jobs.ts';
import { removePicture } from './store.ts';
import { mountPublicPictures } from './mount.ts';

export { jobs as pictureJobs } from './jobs.ts';
export { drawReceived } from './draw.ts';
export { drawnIcon } from './drawn-icon.ts';
export {
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

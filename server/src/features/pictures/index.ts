/** The feature: pictures. */
import { defineJob } from '../../core/jobs/job.ts';
import { defineFeature } from '../../http/feature.ts';
import { jobs } from './jobs.ts';
import { removePicture } from './keep.ts';
import { mountPublicPictures } from './mount.ts';

export const picturesFeature = defineFeature({
  mounts: [mountPublicPictures],
  jobs: [defineJob(jobs.removePicture, removePicture)],
});

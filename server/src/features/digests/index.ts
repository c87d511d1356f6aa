/** The feature: digests by email. */
import { defineJob } from '../../core/jobs/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { digestJob, enqueueAllDigests, sendDigest } from './send.ts';

export { composeDigest } from './send.ts';

export const digestsFeature = defineFeature({
  jobs: [defineJob(digestJob, sendDigest)],
  maintenance: [enqueueAllDigests],
});

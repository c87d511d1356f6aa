/** The feature: website previews. */
import { defineFeature } from '../../http/feature.ts';
import { deleteExpiredPreviews } from './cache.ts';

export { type ShowPreviews, jobs as websitePreviewJobs } from './jobs.ts';
export { contentDigest, enqueuePreviews, showsPreviews } from './enqueue-previews.ts';
export { findPreviews } from './previews.ts';

export const websitePreviewsFeature = defineFeature({
  expiries: [deleteExpiredPreviews],
});

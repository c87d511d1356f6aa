/** The feature: website previews. */
import { defineFeature } from '../../http/feature.ts';
import { deleteExpiredPreviews } from './previews.ts';
export {
  type ShowPreviews,
  jobs as websitePreviewJobs,
  contentDigest,
  enqueuePreviews,
  showsPreviews,
} from './enqueue-previews.ts';
export { findPreviews } from './previews.ts';

export const websitePreviewsFeature = defineFeature({
  expiries: [deleteExpiredPreviews],
});

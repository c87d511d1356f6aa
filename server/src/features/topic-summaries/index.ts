/** The feature: topic summaries and suggested names of topics. */
import { defineFeature } from '../../http/feature.ts';
import { topicSummaryRoutes } from './routes.ts';

export { modelProbes } from './probe.ts';
export { within } from './usage.ts';

export const topicSummariesFeature = defineFeature({ routes: topicSummaryRoutes });

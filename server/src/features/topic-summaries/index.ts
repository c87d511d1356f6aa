/** The feature: topic summaries and suggested names of topics. */
import { defineFeature } from '../../http/feature.ts';
import { topicSummaryRoutes } from './routes.ts';

export { modelProbe } from './probe.ts';

export const topicSummariesFeature = defineFeature({ routes: topicSummaryRoutes });

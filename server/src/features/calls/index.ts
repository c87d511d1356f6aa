/** The feature: calls. */
import { defineFeature } from '../../http/feature.ts';
import { callRoutes } from './routes.ts';

export const callsFeature = defineFeature({ routes: callRoutes });

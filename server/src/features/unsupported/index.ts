/** The feature: operations of the API that make no sense on this server, each with the error that the API documents. */
import { defineFeature } from '../../http/feature.ts';
import { unsupportedRoutes } from './routes.ts';

export const unsupportedFeature = defineFeature({ routes: unsupportedRoutes });

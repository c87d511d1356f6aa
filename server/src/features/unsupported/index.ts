/** The feature: operations of the API that do not apply to this server, each with the documented error. */
import { defineFeature } from '../../http/feature.ts';
import { unsupportedRoutes } from './routes.ts';

export const unsupportedFeature = defineFeature({ routes: unsupportedRoutes });

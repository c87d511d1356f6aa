/** The feature: named API keys. */
import { defineFeature } from '../../http/feature.ts';
import { apiKeyRoutes } from './routes.ts';

export { createKey, revokeNamedKey } from './actions.ts';

export const apiKeysFeature = defineFeature({ routes: apiKeyRoutes });

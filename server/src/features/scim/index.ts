/** The feature: provisioning by SCIM. */
import { defineFeature } from '../../http/feature.ts';
import { mountScim } from './mount.ts';
import { scimRoutes } from './routes.ts';

export { createToken, listTokens, revokeToken } from './tokens.ts';

export const scimFeature = defineFeature({ routes: scimRoutes, mounts: [mountScim] });

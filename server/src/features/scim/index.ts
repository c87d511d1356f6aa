/** The feature: provisioning by SCIM. */
import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  CreateScimTokenParams,
  CreateScimTokenResponse,
  GetScimTokensResponse,
  ScimTokenPath,
} from '../../../../wire/scim.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { mountScim } from './mount.ts';
import { createToken, listTokens, revokeToken } from './tokens.ts';

export { createToken, listTokens, revokeToken } from './tokens.ts';

const scimRoutes = [
  route({
    method: 'GET',
    path: '/heddle/scim_tokens',
    operationId: 'heddle-get-scim-tokens',
    policy: 'owners',
    scope: 'credentials',
    params: Type.Object({}),
    response: GetScimTokensResponse,
    handle: async ({ app, me }) => ({ scim_tokens: await listTokens(app.db.read, me.orgId) }),
  }),
  route({
    method: 'POST',
    path: '/heddle/scim_tokens',
    operationId: 'heddle-create-scim-token',
    policy: 'owners',
    scope: 'credentials',
    params: CreateScimTokenParams,
    response: CreateScimTokenResponse,
    write: (tx, { params }) => createToken(tx, params.name),
  }),
  route({
    method: 'DELETE',
    path: '/heddle/scim_tokens/:token_id',
    operationId: 'heddle-revoke-scim-token',
    policy: 'owners',
    scope: 'credentials',
    params: ScimTokenPath,
    response: EmptyResponse,
    write: (tx, { params }) => revokeToken(tx, params.token_id),
  }),
];

export const scimFeature = defineFeature({ routes: scimRoutes, mounts: [mountScim] });

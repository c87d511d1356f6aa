import { JwtFetchApiKeyParams, JwtFetchApiKeyResponse } from '../../../../wire/jwt.ts';
import { openRoute } from '../../http/route.ts';
import { fetchApiKeyByJwt } from './jwt.ts';

export const externalSignInRoutes = [
  openRoute({
    method: 'POST',
    path: '/jwt/fetch_api_key',
    operationId: 'jwt-fetch-api-key',
    policy: 'anyone',
    params: JwtFetchApiKeyParams,
    response: JwtFetchApiKeyResponse,
    handle: ({ app, orgId, ip, client, params }) => fetchApiKeyByJwt(app, { orgId, ip, client }, params),
  }),
];

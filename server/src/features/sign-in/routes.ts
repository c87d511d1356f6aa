import { FetchApiKeyResponse, FetchApiKeyParams } from '../../../../wire/users.ts';
import { openRoute } from '../../http/route.ts';
import { fetchApiKey } from './sign-in.ts';

export const signInRoutes = [
  openRoute({
    method: 'POST',
    path: '/fetch_api_key',
    operationId: 'fetch-api-key',
    policy: 'anyone',
    params: FetchApiKeyParams,
    response: FetchApiKeyResponse,
    handle: ({ app, orgId, ip, userAgent, params }) => fetchApiKey(app, { orgId, ip, userAgent }, params),
  }),
];

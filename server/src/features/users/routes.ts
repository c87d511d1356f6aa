import { FetchApiKeyAnswer, FetchApiKeyParams } from '../../../../wire/users.ts';
import { openRoute } from '../../http/route.ts';
import { fetchApiKey } from './sign-in.ts';

export const userRoutes = [
  openRoute({
    method: 'POST',
    path: '/fetch_api_key',
    operationId: 'fetch-api-key',
    policy: 'anyone',
    params: FetchApiKeyParams,
    answer: FetchApiKeyAnswer,
    handle: fetchApiKey,
  }),
];

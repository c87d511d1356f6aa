import { FetchApiKeyResponse, FetchApiKeyParams } from '../../../../wire/users.ts';
import { openRoute } from '../../http/route.ts';
import { wishedLanguage } from '../../lib/i18n/wished-language.ts';
import { fetchApiKey } from './sign-in.ts';

export const signInRoutes = [
  openRoute({
    method: 'POST',
    path: '/fetch_api_key',
    operationId: 'fetch-api-key',
    policy: 'anyone',
    params: FetchApiKeyParams,
    response: FetchApiKeyResponse,
    handle({ app, orgId, ip, userAgent, header, params }) {
      const language = wishedLanguage(header('accept-language'));
      return fetchApiKey(app, { orgId, ip, userAgent, language }, params);
    },
  }),
];

import { Type } from '../../../../wire/core.ts';
import { GetServerSettingsResponse } from '../../../../wire/organization.ts';
import { needsBrowserSignIn } from '../../core/two-factor/index.ts';
import { openRoute } from '../../http/route.ts';
import { serverSettings } from './queries.ts';

export const serverRoutes = [
  openRoute({
    method: 'GET',
    path: '/server_settings',
    operationId: 'get-server-settings',
    policy: 'anyone',
    params: Type.Object({}),
    response: GetServerSettingsResponse,
    handle: async ({ app, orgId, origin }) => {
      const cache = orgId === 0 ? undefined : await app.organizations.cache(orgId);
      const hasBrowserSignIn = cache !== undefined && (await needsBrowserSignIn(app.db.read, orgId));
      return serverSettings(app, cache, { origin, hasBrowserSignIn });
    },
  }),
];

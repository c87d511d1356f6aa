import { Type } from '../../../../wire/core.ts';
import { GetServerSettingsAnswer } from '../../../../wire/organization.ts';
import { openRoute } from '../../http/route.ts';
import { serverSettings } from './queries.ts';

export const serverRoutes = [
  openRoute({
    method: 'GET',
    path: '/server_settings',
    operationId: 'get-server-settings',
    policy: 'anyone',
    params: Type.Object({}),
    answer: GetServerSettingsAnswer,
    handle: async ({ app, orgId, origin }) => {
      const directory = orgId === 0 ? undefined : await app.organizations.directory(orgId);
      return serverSettings(app, directory, origin);
    },
  }),
];

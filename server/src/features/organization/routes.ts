import {
  UpdateOrganizationResponse,
  UpdateOrganizationParams,
} from '../../../../wire/update-organization.ts';
import { route } from '../../http/route.ts';
import { serializeChanges } from './serialize-changes.ts';
import { updateOrganization } from './update.ts';

export const organizationRoutes = [
  route({
    method: 'PATCH',
    path: '/realm',
    operationId: 'update-realm',
    policy: 'administrators',
    params: UpdateOrganizationParams,
    response: UpdateOrganizationResponse,
    handle: async ({ app, me, params }) =>
      serializeChanges(await app.db.write(me.orgId, me, (tx) => updateOrganization(tx, me, params))),
  }),
];

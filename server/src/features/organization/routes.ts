import { EmptyAnswer } from '../../../../wire/core.ts';
import { UpdateOrganizationParams } from '../../../../wire/update-organization.ts';
import { route } from '../../http/route.ts';
import { updateOrganization } from './update.ts';

export const organizationRoutes = [
  route({
    method: 'PATCH',
    path: '/realm',
    operationId: 'update-realm',
    policy: 'administrators',
    params: UpdateOrganizationParams,
    answer: EmptyAnswer,
    handle: async ({ heddle, me, params }) => {
      await heddle.db.write(me.orgId, me, (tx) => updateOrganization(tx, me, params));
      return {};
    },
  }),
];

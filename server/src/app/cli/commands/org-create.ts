/** heddle org create */
import {
  makeOrganization,
  NewOrganizationOptions,
} from '../../../features/organization/make-organization.ts';
import { adminCommand } from '../admin-command.ts';

export default adminCommand({
  options: NewOrganizationOptions,
  run: async (app, options) => ({ ...(await makeOrganization(app, options, 'warn')) }),
});

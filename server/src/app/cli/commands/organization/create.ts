/** `heddle organization create` */
import { NewOrganizationOptions, makeOrganization } from '../../../../features/organization/index.ts';
import { adminCommand } from '../../admin-command.ts';

export default adminCommand({
  options: NewOrganizationOptions,
  run: async (app, options) => ({ ...(await makeOrganization(app, options, 'warn')) }),
});

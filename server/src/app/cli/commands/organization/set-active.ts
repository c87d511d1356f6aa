/** Deactivates an organization, so that nobody can sign in, or reactivates it unchanged. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { setOrganizationActive } from '../../../../features/organization/index.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor } from '../../lookup.ts';

export default adminCommand({
  options: Exact({ active: Type.Boolean(), org: Type.Optional(Type.String()) }),
  async run(app, { active, org }) {
    const { orgId, organization } = await organizationFor(app, org);
    const changed = await app.db.write(orgId, 'system', (tx) => setOrganizationActive(tx, active));
    return { realm_id: orgId, name: organization.name, is_active: active, changed };
  },
});

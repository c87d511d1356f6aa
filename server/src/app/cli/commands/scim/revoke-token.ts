/** Revokes a SCIM token of an organization. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { revokeToken } from '../../../../features/scim/index.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor } from '../../lookup.ts';

export default adminCommand({
  options: Exact({ id: Type.Integer(), org: Type.Optional(Type.String()) }),
  async run(app, { id, org }) {
    const { orgId } = await organizationFor(app, org);
    await app.db.write(orgId, 'system', (tx) => revokeToken(tx, id));
    return { id };
  },
});

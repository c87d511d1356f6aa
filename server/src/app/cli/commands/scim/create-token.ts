/** Creates a SCIM token of an organization and prints it. It cannot be shown again. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { CreateScimTokenParams } from '../../../../../../wire/scim.ts';
import { createToken } from '../../../../features/scim/index.ts';
import { organizationUrl } from '../../../../http/urls.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor } from '../../lookup.ts';

const { name } = CreateScimTokenParams.properties;

export default adminCommand({
  options: Exact({ name, org: Type.Optional(Type.String()) }),
  async run(app, { name: given, org }) {
    const { orgId, organization } = await organizationFor(app, org);
    const { id, token } = await app.db.write(orgId, 'system', (tx) => createToken(tx, given));
    return { id, token, url: `${organizationUrl(app, organization.subdomain)}/scim/v2` };
  },
});

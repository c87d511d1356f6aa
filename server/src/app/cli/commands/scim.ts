import { Exact, Type } from '../../../../../wire/core.ts';
import { CreateScimTokenParams } from '../../../../../wire/scim.ts';
import { createToken, listTokens, revokeToken } from '../../../features/scim/index.ts';
import { organizationUrl } from '../../../http/urls.ts';
import { adminCommand } from '../admin-command.ts';
import { organizationFor } from '../lookup.ts';

const { name } = CreateScimTokenParams.properties;

/** Creates a SCIM token of an organization and prints it. It cannot be shown again. */
export const scimCreateToken = adminCommand({
  options: Exact({ name, org: Type.Optional(Type.String()) }),
  async run(app, { name: given, org }) {
    const { orgId, organization } = await organizationFor(app, org);
    const { id, token } = await app.db.write(orgId, 'system', (tx) => createToken(tx, given));
    return { id, token, url: `${organizationUrl(app, organization.subdomain)}/scim/v2` };
  },
});

const time = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1000).toISOString();

/** Lists the SCIM tokens of an organization, without the tokens themselves. */
export const scimTokens = adminCommand({
  options: Exact({ org: Type.Optional(Type.String()) }),
  async run(app, { org }) {
    const { orgId } = await organizationFor(app, org);
    const tokens = await listTokens(app.db.read, orgId);
    return {
      tokens: tokens.map(({ id, name, created_at, last_used_at }) => ({
        id,
        name,
        created: time(created_at),
        last_used: time(last_used_at),
      })),
    };
  },
});

/** Revokes a SCIM token of an organization. */
export const scimRevokeToken = adminCommand({
  options: Exact({ id: Type.Integer(), org: Type.Optional(Type.String()) }),
  async run(app, { id, org }) {
    const { orgId } = await organizationFor(app, org);
    await app.db.write(orgId, 'system', (tx) => revokeToken(tx, id));
    return { id };
  },
});

/** Lists the SCIM tokens of an organization, without the tokens themselves. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { listTokens } from '../../../../features/scim/index.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor } from '../../lookup.ts';

const time = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1000).toISOString();

export default adminCommand({
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

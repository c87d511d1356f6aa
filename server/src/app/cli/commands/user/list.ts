/** Lists the accounts of an organization. */
import { listAccounts } from '../../../../core/users/index.ts';
import { Exact, Type } from '../../../../../../wire/core.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor } from '../../lookup.ts';
import { accountFacts } from '../../account-facts.ts';

export default adminCommand({
  options: Exact({ bots: Type.Boolean(), org: Type.Optional(Type.String()) }),
  async run(app, { bots, org }) {
    const accounts = listAccounts(await organizationFor(app, org));
    return { users: accounts.filter(({ isBot }) => bots || !isBot).map(accountFacts) };
  },
});

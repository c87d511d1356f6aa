/** Lists the accounts whose API keys work, with the owners of bots. The keys themselves are not shown. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { adminCommand } from '../../admin-command.ts';
import { accountFacts } from '../../account-facts.ts';
import { accountsOf, organizationFor, userFor } from '../../given.ts';

export default adminCommand({
  options: Exact({ email: Type.Optional(Type.String()), org: Type.Optional(Type.String()) }),
  async run(app, { email, org }) {
    const cache = await organizationFor(app, org);
    const one = email === undefined ? undefined : userFor(cache, email).id;
    const keys = accountsOf(cache)
      .filter(({ isActive }) => isActive)
      .filter(({ id, botOwnerId }) => one === undefined || id === one || botOwnerId === one)
      .map((user) => {
        const { user_id, email: address, role, is_bot } = accountFacts(user);
        const owner = user.botOwnerId === null ? undefined : cache.users.get(user.botOwnerId);
        return { user_id, email: address, role, is_bot, bot_owner: owner?.deliveryEmail ?? null };
      });
    return { keys };
  },
});

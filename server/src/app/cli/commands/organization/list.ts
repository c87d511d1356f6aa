/** Lists the organizations of the server. */
import { Exact } from '../../../../../../wire/core.ts';
import { isoTime, listAccounts } from '../../../../core/users/index.ts';
import { organizationUrl } from '../../../../http/urls.ts';
import { adminCommand } from '../../admin-command.ts';

export default adminCommand({
  options: Exact({}),
  async run(app) {
    const organizations = [];
    for (const { id } of app.organizations.names) {
      const cache = await app.organizations.cache(id);
      const { name, subdomain, isDeactivated, createdAt } = cache.organization;
      const people = listAccounts(cache).filter(({ isBot, isActive }) => isActive && !isBot);
      organizations.push({
        id,
        subdomain,
        name,
        url: organizationUrl(app, subdomain),
        is_active: !isDeactivated,
        active_users: people.length,
        created: isoTime(createdAt),
      });
    }
    return { organizations };
  },
});

import { Exact } from '../../../../../wire/core.ts';
import { testProvider } from '../../../features/sign-in-providers/index.ts';
import { organizationUrl } from '../../../http/urls.ts';
import { textsIn } from '../../../lib/i18n/i18n.ts';
import { adminCommand } from '../admin-command.ts';

/** Tests the sign-in methods that organizations have set up for themselves, as `heddle doctor` does. */
export const signInTest = adminCommand({
  options: Exact({}),
  async run(app) {
    const providers = [];
    for (const { id, subdomain } of app.organizations.names) {
      const cache = await app.organizations.cache(id);
      if (cache.organization.isDeactivated) continue;
      const tested = { app, cache, origin: organizationUrl(app, subdomain), t: textsIn.en };
      for (const { slug, isEnabled } of cache.organization.signInProviders)
        if (isEnabled)
          providers.push({
            name: subdomain === '' ? slug : `${subdomain}/${slug}`,
            steps: await testProvider(tested, slug),
          });
    }
    return { providers };
  },
});

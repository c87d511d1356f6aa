/** Signs out at the provider too, so that it does not sign in the next user of the browser. */
import type { AppContext } from '../../core/context/index.ts';
import { hashToken } from '../../core/sessions/index.ts';
import { findSessionIdentity, getProvider, getProviders } from '../../core/sign-in-providers/index.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { OidcProvider } from '../../lib/oidc/oidc-provider.ts';
import { SamlProvider } from '../../lib/saml/saml-provider.ts';

/** Longer hints make the URL too long for some servers. */
const longestHint = 6000;

/**
 * Call before the session ends.
 * @param token Of the session cookie.
 * @returns the sign-out address of the provider; `undefined` for sessions without one, and while the provider is down
 */
export async function getProviderSignOut(
  app: AppContext,
  cache: OrganizationCache,
  token: string | undefined,
  origin: string,
): Promise<string | undefined> {
  if (token === undefined) return undefined;
  const providers = getProviders(app, cache).filter(({ signsOut }) => signsOut);
  if (providers.length === 0) return undefined;
  const found = await findSessionIdentity(app.db.read, cache.orgId, hashToken(token));
  if (!found) return undefined;
  for (const provider of providers) {
    const client = getProvider(app, provider);
    try {
      if (client instanceof SamlProvider && client.issuer === found.issuer)
        return await client.getSignOutUrl(found.id_token, origin);
      if (!(client instanceof OidcProvider)) continue;
      if ((await client.getIssuer()) !== found.issuer) continue;
      const hint = (found.id_token?.length ?? 0) > longestHint ? null : found.id_token;
      return (await client.getEndSessionUrl(hint, `${origin}/login`))?.href;
    } catch (error) {
      app.log.warn({ err: error, provider: provider.id }, 'signing out at a provider failed');
    }
  }
  return undefined;
}

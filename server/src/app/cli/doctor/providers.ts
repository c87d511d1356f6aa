/** Whether the providers of sign-in can be asked, and what has to be registered there. */
import { returnPath, makeProvider } from '../../../features/external-sign-in/index.ts';
import { ownUrl } from '../../../http/urls.ts';
import type { Config } from '../../../lib/config/config.ts';
import type { SignInProvider } from '../../../lib/config/oidc-config.ts';
import type { Finding } from './checks.ts';

/** One finding for each provider; none where none is configured. */
export const checkProviders = (config: Config): Promise<Finding[]> =>
  Promise.all(config.oidc.map((provider) => checkProvider(config, provider)));

async function checkProvider(config: Config, provider: SignInProvider): Promise<Finding> {
  const name = `sign-in: ${provider.id}`;
  const redirect = `redirect URI ${getRedirectUris(config, provider).join(', ')}`;
  try {
    const issuer = await makeProvider(config, provider).probe();
    if (config.baseUrl === undefined)
      return {
        name,
        state: 'warning',
        text: `${issuer} responds; ${redirect}. Set base_url before you register it: without it, the address that browsers use counts.`,
      };
    return { name, state: 'ok', text: `${issuer} responds; ${redirect}` };
  } catch (error) {
    return { name, state: 'problem', text: `${provider.issuer}: ${getReason(error)} ${remedy(error)}` };
  }
}

function getRedirectUris({ baseUrl, host, port }: Config, { id, organizations }: SignInProvider): string[] {
  const root = new URL(baseUrl ?? ownUrl(host, port));
  return (organizations ?? ['']).map((subdomain) => {
    const url = new URL(root);
    if (subdomain !== '') url.hostname = `${subdomain}.${root.hostname}`;
    return url.origin + returnPath(id);
  });
}

/** The innermost says most: those around it say that something could not be done. */
function getCause(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error ? getCause(error.cause) : error;
}

const getReason = (error: unknown): string => getCause(error).message.replace(/\.?$/, '.');

function remedy(error: unknown): string {
  const { name, message } = getCause(error);
  if (message.includes('public'))
    return 'It names an address in a private network on another host: add that to reachable_networks.';
  if (name === 'FetchRefused')
    return 'Check issuer, and that this machine can reach it; for a private certificate authority set NODE_EXTRA_CA_CERTS.';
  if (message.includes('issuer'))
    return 'The provider calls itself differently: copy "issuer" from its /.well-known/openid-configuration, with its slash at the end.';
  return 'Check that issuer is the URL below which /.well-known/openid-configuration is found.';
}

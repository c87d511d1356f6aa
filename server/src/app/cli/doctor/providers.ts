/** Whether the providers of sign-in can be asked, and what has to be registered there. */
import { returnPath, makeProvider } from '../../../features/external-sign-in/index.ts';
import { ownUrl } from '../../../http/urls.ts';
import type { Config } from '../../../lib/config/config.ts';
import type { SignInProvider } from '../../../lib/config/oidc-config.ts';
import type { RemoteUserSettings } from '../../../lib/config/vouched-config.ts';
import { SamlProvider } from '../../../lib/saml/saml-provider.ts';
import type { Finding } from './checks.ts';

/** One finding for each provider; none where none is configured. */
export const checkProviders = (config: Config): Promise<Finding[]> =>
  Promise.all(config.oidc.map((provider) => checkProvider(config, provider)));

/** Only its operator knows whether the proxy removes the header from what browsers send. */
const describeProxy = ({ trustedProxies }: Config, { header }: RemoteUserSettings): Finding => ({
  name: 'sign-in: remote_user',
  state: 'ok',
  text: `The header ${header} signs in whom it names, if ${trustedProxies ?? ''} sends it. These proxies must remove it from requests that they receive.`,
});

async function checkProvider(config: Config, provider: SignInProvider): Promise<Finding> {
  const name = `sign-in: ${provider.id}`;
  if (provider.remoteUser) return describeProxy(config, provider.remoteUser);
  const redirect = `redirect URI ${getRedirectUris(config, provider).join(', ')}`;
  const client = makeProvider(config, provider);
  if (client instanceof SamlProvider) return checkSaml(client, name, redirect);
  try {
    const issuer = await client.probe();
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

/** Nothing can be asked of an identity provider of SAML, whose assertions browsers bring. */
function checkSaml(client: SamlProvider, name: string, redirect: string): Finding {
  const day = new Date(client.validUntil).toISOString().slice(0, 10);
  const [left, about] = [client.validUntil - Date.now(), `${client.issuer}: its certificate`];
  if (left <= 0)
    return {
      name,
      state: 'problem',
      text: `${about} expired on ${day}: nobody can sign in. Put the new one into certificate_file.`,
    };
  const text = `${about} is valid until ${day}; ${redirect} (assertion consumer service)`;
  return left < 30 * 24 * 3600_000
    ? { name, state: 'warning', text: `${text}. Add the next one to certificate_file in time.` }
    : { name, state: 'ok', text };
}

function getRedirectUris({ baseUrl, host, port }: Config, { id, organizations }: SignInProvider): string[] {
  const root = new URL(baseUrl ?? ownUrl(host, port));
  return (organizations ?? ['']).map((subdomain) => {
    const url = new URL(root);
    if (subdomain !== '') url.hostname = `${subdomain}.${root.hostname}`;
    return url.origin + returnPath(id);
  });
}

/** The innermost error explains most: those around it only report that something failed. */
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

/** Checks whether the sign-in providers are reachable, and shows what has to be registered with them. */
import { metadataPath, returnPath } from '../../../features/external-sign-in/index.ts';
import { type Step, testOidc, testSaml } from '../../../features/sign-in-providers/index.ts';
import { ownUrl } from '../../../http/urls.ts';
import type { Config } from '../../../lib/config/config.ts';
import type { SignInProvider } from '../../../lib/config/oidc-config.ts';
import type { RemoteUserSettings } from '../../../lib/config/vouched-config.ts';
import { textsIn } from '../../../lib/i18n/i18n.ts';
import { askRunningServer } from '../socket/socket-client.ts';
import type { Finding } from './checks.ts';

/** One finding per provider: those in the configuration, and those of organizations if the server is running. */
export async function checkProviders(config: Config, isRunning: boolean): Promise<Finding[]> {
  const configured = await Promise.all(config.oidc.map((provider) => checkProvider(config, provider)));
  if (!isRunning) return configured;
  const response = await askRunningServer(config.data, 'sign-in-test', {});
  const { providers = [] } = response ?? {};
  return [...configured, ...providers.map(({ name, steps }) => toFinding(`sign-in: ${name}`, steps))];
}

/** Only the operator knows whether the proxy removes this header from browsers' requests. */
const describeProxy = ({ trustedProxies }: Config, { header }: RemoteUserSettings): Finding => ({
  name: 'sign-in: remote_user',
  state: 'ok',
  text: `The header ${header} signs in whom it names, if ${trustedProxies ?? ''} sends it. These proxies must remove it from requests that they receive.`,
});

async function checkProvider(config: Config, provider: SignInProvider): Promise<Finding> {
  const name = `sign-in: ${provider.id}`;
  if (provider.remoteUser) return describeProxy(config, provider.remoteUser);
  const [origin = '', ...others] = getOrigins(config, provider);
  const tested = {
    provider,
    redirectUri: origin + returnPath(provider.id),
    metadataUrl: `${origin}${metadataPath}?idp=${provider.id}`,
    reachable: config.reachableNetworks,
    now: Date.now(),
  };
  const { en } = textsIn;
  const steps = provider.saml ? await testSaml(en, tested) : await testOidc(en, tested);
  if (config.baseUrl === undefined)
    steps.push({ name: 'base_url', state: 'warning', text: en('providerTest.baseUrl') });
  for (const other of others) {
    const uri = other + returnPath(provider.id);
    steps.push({ name: 'redirect', state: 'ok', text: en('providerTest.redirect', { uri }) });
  }
  return toFinding(name, steps);
}

/** If the check passed, only what is left to do is shown. */
function toFinding(name: string, steps: readonly Step[]): Finding {
  const worst = (['problem', 'warning'] as const).find((state) => steps.some((step) => step.state === state));
  const shown = steps.filter(
    (step) => step.state !== 'ok' || ['connection', 'certificate', 'redirect'].includes(step.name),
  );
  const texts = worst === 'problem' ? steps.filter(({ state }) => state === 'problem') : shown;
  return { name, state: worst ?? 'ok', text: texts.map(({ text }) => text).join(' ') };
}

function getOrigins({ baseUrl, host, port }: Config, { organizations }: SignInProvider): string[] {
  const root = new URL(baseUrl ?? ownUrl(host, port));
  return (organizations ?? ['']).map((subdomain) => {
    const url = new URL(root);
    if (subdomain !== '') url.hostname = `${subdomain}.${root.hostname}`;
    return url.origin;
  });
}

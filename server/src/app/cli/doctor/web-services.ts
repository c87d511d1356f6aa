/** Checks the services that are asked over HTTP while people use Heddle: calls, GIFs, the language model, push to own apps. */
import { callProbes } from '../../../features/calls/index.ts';
import { getGifService } from '../../../features/gifs/index.ts';
import { modelProbes } from '../../../features/topic-summaries/index.ts';
import type { Config } from '../../../lib/config/config.ts';
import type { ConfigKey } from '../../../lib/config/config-schema.ts';
import { askProbe, type HttpProbe, judgeKey } from '../../../lib/net/http-probe.ts';
import type { Finding } from './checks.ts';

export interface ServiceCheck {
  name: string;
  secret: ConfigKey;
  find(): Promise<Finding>;
}

/** Services that are not configured are left out. */
export const listWebServices = (config: Config): ServiceCheck[] => [
  ...[...callProbes(config), gifProbe(config), ...modelProbes(config), authority(config)]
    .filter((probe) => probe !== undefined)
    .map((probe) => ({
      name: probe.name,
      secret: probe.secret,
      find: () => judge(probe.name, probe.url, askProbe(probe)),
    })),
  ...ownApps(config),
];

async function judge(name: string, url: string, asked: Promise<string | undefined>): Promise<Finding> {
  const failure = await asked;
  return failure === undefined
    ? { name, state: 'ok', text: `${url} responds` }
    : { name, state: 'problem', text: `${url}: ${failure}` };
}

export function gifProbe(
  config: Pick<Config, 'giphyApiKey' | 'klipyApiKey' | 'tenorApiKey'>,
): HttpProbe | undefined {
  const found = getGifService(config);
  if (!found) return undefined;
  const { service, key, setting } = found;
  const query = { text: '', rating: 1, language: 'en', cursor: undefined } as const;
  return {
    name: 'gifs',
    url: service.base,
    settings: 'the firewall',
    secret: setting,
    address: service.base + service.request(query, key),
    judge: ({ status }) =>
      status === 200
        ? undefined
        : `${service.name} refuses the search with status ${String(status)}. Check its API key.`,
  };
}

/** Certificates are renewed there. */
const authority = ({ acmeEmail, acmeDirectory: url }: Config): HttpProbe | undefined =>
  acmeEmail === undefined
    ? undefined
    : {
        name: 'certificate authority',
        url,
        settings: 'acme_directory',
        secret: 'acmeDirectory',
        address: url,
        judge: ({ status, text }) =>
          text.includes('newOrder')
            ? judgeKey('acme_directory')({ status })
            : 'There is no ACME directory. Check acme_directory.',
      };

/** Keys of an app of the operator's own. */
function ownApps(config: Config): ServiceCheck[] {
  const {
    pushFcmKey,
    pushFcmUrl,
    pushApnsKey,
    pushApnsKeyId = '',
    pushApnsTeamId = '',
    pushApnsUrl,
  } = config;
  const firebase: ServiceCheck = {
    name: 'push: Firebase',
    secret: 'pushFcmKey',
    async find() {
      const { FcmSender } = await import('../../../lib/mobile-push/fcm.ts');
      const { parseFcmAccount } = await import('../../../lib/mobile-push/fcm-account.ts');
      const account = parseFcmAccount(pushFcmKey ?? '');
      const asked = account
        ? new FcmSender(account, pushFcmUrl).check()
        : Promise.resolve('The key is invalid.');
      return judge('push: Firebase', pushFcmUrl, withAdvice(asked, 'push_fcm_key'));
    },
  };
  const apple: ServiceCheck = {
    name: 'push: Apple',
    secret: 'pushApnsKey',
    async find() {
      const { ApnsSender } = await import('../../../lib/mobile-push/apns.ts');
      const account = {
        privateKey: pushApnsKey ?? '',
        keyId: pushApnsKeyId,
        teamId: pushApnsTeamId,
        url: pushApnsUrl,
      };
      const asked = new ApnsSender(account).check();
      return judge(
        'push: Apple',
        pushApnsUrl,
        withAdvice(asked, 'push_apns_key, push_apns_key_id and push_apns_team_id'),
      );
    },
  };
  return [...(pushFcmKey === undefined ? [] : [firebase]), ...(pushApnsKey === undefined ? [] : [apple])];
}

async function withAdvice(asked: Promise<string | undefined>, keys: string): Promise<string | undefined> {
  const failure = await asked;
  return failure === undefined ? undefined : `${failure} Check ${keys}, and that this machine can reach it.`;
}

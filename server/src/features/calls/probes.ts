/** Checks for `heddle doctor` whether the services for calls respond, and accept what is configured. */
import { createHash } from 'node:crypto';
import type { Config } from '../../lib/config/config.ts';
import type { HttpProbe } from '../../lib/net/http-probe.ts';
import { judgeKey } from '../../lib/net/http-probe.ts';
import { bigBlueButtonProbe } from './big-blue-button.ts';
import { basicAuth } from './oauth.ts';

export const callProbes = (config: Config): HttpProbe[] =>
  [
    zoom(config),
    webex(config),
    bigBlueButtonProbe(config),
    nextcloud(config),
    constructorGroups(config),
  ].filter((probe) => probe !== undefined);

/** Users connect accounts of their own, unless the app is of the whole Zoom account: only then is there a token to ask for. */
function zoom({
  zoomUrl,
  zoomClientId,
  zoomClientSecret = '',
  zoomAccountId,
}: Config): HttpProbe | undefined {
  if (zoomClientId === undefined) return undefined;
  const keys = 'zoom_client_id, zoom_client_secret and zoom_account_id';
  const address = `${new URL(zoomUrl).origin}/oauth/token`;
  const form = { grant_type: 'account_credentials', account_id: zoomAccountId ?? '' };
  return {
    name: 'calls: Zoom',
    url: zoomUrl,
    settings: 'zoom_url',
    secret: 'zoomClientSecret',
    address,
    ...(zoomAccountId !== undefined && {
      form,
      headers: { authorization: basicAuth(zoomClientId, zoomClientSecret) },
    }),
    judge: ({ status }) =>
      zoomAccountId === undefined || status === 200
        ? undefined
        : `It refuses the credentials with status ${String(status)}. Check ${keys}.`,
  };
}

const webex = ({ webexApiUrl, webexClientId }: Config): HttpProbe | undefined =>
  webexClientId === undefined
    ? undefined
    : {
        name: 'calls: Webex',
        url: webexApiUrl,
        settings: 'webex_api_url',
        secret: 'webexClientSecret',
        address: `${new URL(webexApiUrl).origin}/v1/people/me`,
        // Without the account of a user it has to refuse.
        judge: () => undefined,
      };

/** Lists the conversations of the account, which needs its password and the app Talk. */
function nextcloud({
  nextcloudUrl: url,
  nextcloudTalkUser = '',
  nextcloudTalkPassword = '',
}: Config): HttpProbe | undefined {
  if (url === undefined) return undefined;
  const judge = judgeKey('nextcloud_talk_user and nextcloud_talk_password');
  return {
    name: 'calls: Nextcloud Talk',
    url,
    settings: 'nextcloud_url',
    secret: 'nextcloudTalkPassword',
    address: `${url.replace(/\/+$/, '')}/ocs/v2.php/apps/spreed/api/v4/room`,
    headers: {
      'ocs-apirequest': 'true',
      authorization: basicAuth(nextcloudTalkUser, nextcloudTalkPassword),
    },
    judge: (response) =>
      response.status === 404
        ? 'It has no Talk. Check nextcloud_url, and that the app Talk is enabled there.'
        : judge(response),
  };
}

function constructorGroups({
  constructorGroupsUrl: url,
  constructorGroupsAccessKey: key = '',
  constructorGroupsSecretKey: secret = '',
}: Config): HttpProbe | undefined {
  if (url === undefined) return undefined;
  const proof = createHash('sha256').update(`${key}|${secret}`).digest('hex');
  return {
    name: 'calls: Constructor Groups',
    url,
    settings: 'constructor_groups_url',
    secret: 'constructorGroupsSecretKey',
    // To GET it responds with 404 or 405, but not without the key.
    address: `${url.replace(/\/+$/, '')}/room/default`,
    headers: { authorization: `Bearer ${key}|${proof}` },
    judge: judgeKey('constructor_groups_access_key and constructor_groups_secret_key'),
  };
}

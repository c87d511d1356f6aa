import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { apns, firebase } from '../../../../../tests/support/services/app-push.ts';
import { localServer } from '../../../../../tests/support/services/local-server.ts';
import { loadConfig } from '../../../lib/config/config.ts';
import { gifProbe, listWebServices } from './web-services.ts';

interface Response {
  status: number;
  body?: string;
}

/** What the doctor says of one service, whose server responds so. */
async function find(
  t: TestContext,
  settings: (url: string) => Record<string, string>,
  { status, body = '' }: Response,
) {
  const asked: string[] = [];
  const { url } = await localServer(t, (request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.writeHead(status).end(body);
  });
  const [service, ...others] = listWebServices(loadConfig({ data: '/nowhere', ...settings(url) }, {}));
  assert.ok(service && others.length === 0);
  const { state, text } = await service.find();
  assert.doesNotMatch(text, /canary/);
  return { asked, said: `${state} ${text}` };
}

const model = (url: string) => ({ aiUrl: `${url}/v1`, aiModel: 'loom-7b', aiApiKey: 'canary' });
const ear = (url: string) => ({
  transcriptUrl: `${url}/v1`,
  transcriptModel: 'ear-1',
  transcriptApiKey: 'canary',
});
const zoom = (url: string) => ({
  zoomUrl: url,
  zoomClientId: 'x',
  zoomClientSecret: 'canary',
  zoomAccountId: 'y',
});
const ownZoom = (url: string) => ({ zoomUrl: url, zoomClientId: 'x', zoomClientSecret: 'canary' });
const webex = (url: string) => ({ webexApiUrl: url, webexClientId: 'x', webexClientSecret: 'canary' });
const meetings = (url: string) => ({
  bigBlueButtonUrl: `${url}/bigbluebutton`,
  bigBlueButtonSecret: 'canary',
});
const talk = (url: string) => ({
  nextcloudUrl: url,
  nextcloudTalkUser: 'heddle',
  nextcloudTalkPassword: 'canary',
});
const groups = (url: string) => ({
  constructorGroupsUrl: `${url}/xapi`,
  constructorGroupsAccessKey: 'x',
  constructorGroupsSecretKey: 'canary',
});

const xml = (code: string, more = '') => `<response><returncode>${code}</returncode>${more}</response>`;

test('The doctor asks each web service what costs nothing, and says which setting the service refuses', async (t) => {
  for (const [settings, response, said] of [
    [model, { status: 200, body: '{"data":[{"id":"loom-7b"}]}' }, /^ok /],
    [model, { status: 404 }, /^ok /],
    [
      model,
      { status: 200, body: '{"data":[{"id":"other"}]}' },
      /^problem .*no model loom-7b\. Check ai_model/,
    ],
    [model, { status: 401 }, /^problem .*status 401\. Check ai_api_key/],
    [model, { status: 503 }, /^problem .*status 503\. Check ai_url/],
    [ear, { status: 200, body: '{"data":[{"id":"ear-1"}]}' }, /^ok /],
    [ear, { status: 200, body: '{"data":[{"id":"x"}]}' }, /^problem .*Check transcript_model/],
    [ear, { status: 401 }, /^problem .*status 401\. Check transcript_api_key/],
    [ear, { status: 503 }, /^problem .*status 503\. Check transcript_url/],
    [zoom, { status: 200, body: '{"access_token":"x"}' }, /^ok /],
    [zoom, { status: 400 }, /^problem .*zoom_client_secret and zoom_account_id/],
    [ownZoom, { status: 404 }, /^ok /],
    [webex, { status: 401 }, /^ok /],
    [webex, { status: 502 }, /^problem .*webex_api_url/],
    [meetings, { status: 200, body: xml('SUCCESS') }, /^ok /],
    [
      meetings,
      { status: 200, body: xml('FAILED', '<messageKey>checksumError</messageKey>') },
      /^problem .*big_blue_button_secret/,
    ],
    [meetings, { status: 404, body: '<html>' }, /^problem .*no API of BigBlueButton/],
    [talk, { status: 200, body: '{}' }, /^ok /],
    [talk, { status: 401 }, /^problem .*nextcloud_talk_password/],
    [talk, { status: 404 }, /^problem .*no Talk/],
    [groups, { status: 405 }, /^ok /],
    [groups, { status: 403 }, /^problem .*constructor_groups_secret_key/],
  ] as const)
    assert.match((await find(t, settings, response)).said, said);
});

test('The doctor lists meetings, conversations and models, and makes none', async (t) => {
  const paths: string[] = [];
  for (const settings of [model, meetings, talk, groups])
    paths.push(...(await find(t, settings, { status: 200 })).asked);
  assert.deepEqual(
    paths.map((path) => path.replace(/\?.*/, '')),
    [
      'GET /v1/models',
      'GET /bigbluebutton/api/getMeetings',
      'GET /ocs/v2.php/apps/spreed/api/v4/room',
      'GET /xapi/room/default',
    ],
  );
});

test('The doctor signs in to the push services of an app of one’s own, and notifies no device', async (t) => {
  const [google, apple] = [await firebase(t), await apns(t)];
  const findings = async (settings: Record<string, string>) => {
    const services = listWebServices(loadConfig({ data: '/nowhere', ...settings }, {}));
    const found = await Promise.all(services.map((service) => service.find()));
    return found.map(({ name, state }) => `${state} ${name}`);
  };
  apple.failure = { status: 400, json: { reason: 'BadDeviceToken' } };
  const settings = { ...google.config, ...apple.config };
  assert.deepEqual(await findings(settings), ['ok push: Firebase', 'ok push: Apple']);
  assert.deepEqual([google.received, apple.received], [[], []]);
  apple.failure = { status: 403, json: { reason: 'InvalidProviderToken' } };
  const refusing = await localServer(t, (_request, response) => response.writeHead(400).end('{}'));
  const account = JSON.parse(google.config.pushFcmKey ?? '') as object;
  const wrongKey = JSON.stringify({ ...account, token_uri: `${refusing.url}/token` });
  assert.deepEqual(await findings({ ...settings, pushFcmKey: wrongKey }), [
    'problem push: Firebase',
    'problem push: Apple',
  ]);
});

test('The key of a GIF service that is refused is a problem', () => {
  const config = loadConfig({ data: '/nowhere', giphyApiKey: 'canary' }, {});
  assert.deepEqual(
    listWebServices(config).map(({ name, secret }) => [name, secret]),
    [['gifs', 'giphyApiKey']],
  );
  const judge = (status: number) => gifProbe(config)?.judge({ status, text: '' });
  assert.equal(judge(200), undefined);
  assert.match(judge(403) ?? '', /GIPHY refuses the search with status 403\. Check its API key/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBot, refusal } from '../../../../tests/support/fixtures/bots.ts';
import { getBrowser } from '../../../../tests/support/clients/browser.ts';
import { deactivate } from '../../../../tests/support/change.ts';
import { encode, type Account, type Params, type Reply } from '../../../../tests/support/client.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import type { Lifetime } from '../../../../tests/support/undo.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const incoming = { bot_type: 2 };

async function withBot(t: Lifetime, engine: Engine, params: Params = incoming) {
  const world = await makeWorld(t, engine);
  const bot = await makeBot(world, 'dan', params);
  return { world, bot };
}

/** Posts a body to the bot's address. */
function deliver(
  world: World,
  bot: Pick<Account, 'apiKey'>,
  name: string,
  body: unknown,
  params: Params = {},
  headers: Record<string, string> = {},
): Promise<Reply> {
  const query = encode({ api_key: bot.apiKey, ...params }).toString();
  return world.anonymous.send('POST', `/external/${name}?${query}`, {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
}

interface Message {
  sender_email: string;
  content: string;
  subject: string;
  client: string;
  display_recipient: unknown;
}

async function messages(world: World, who: Name, narrow: unknown[] = []): Promise<Message[]> {
  const query = { anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false, narrow };
  return (await world.as(who).get('/messages', query)).json.messages;
}

const newest = async (world: World, who: Name, narrow: unknown[] = []) =>
  (await messages(world, who, narrow)).at(-1);
const direct = [{ operator: 'is', operand: 'dm' }];
const general = { stream: 'general' };
const message = { topic: 'Orders', content: 'A new order' };

const noticesTo = async (world: World, who: Name) =>
  (await messages(world, who, direct)).filter(({ sender_email }) =>
    sender_email.startsWith('notification-bot@'),
  );

onBothEngines('POST /external/{integration}', (engine) => {
  test('A delivery becomes a message of the bot in the channel of the address', async (t) => {
    const { world, bot } = await withBot(t, engine);
    const byName = await deliver(world, bot, 'zapier', message, general);
    assert.deepEqual([byName.status, byName.json], [200, { result: 'success', msg: '' }]);
    const found = await newest(world, 'eve');
    // COMPAT(clients that know the programs of messages): names of this form mark what integrations post.
    assert.deepEqual(
      [found?.sender_email, found?.display_recipient, found?.subject, found?.content, found?.client],
      [bot.email, 'general', 'Orders', 'A new order', 'ZulipZapierWebhook'],
    );
    const byId = { stream: String(world.channels.general), topic: 'Other' };
    assert.equal((await deliver(world, bot, 'zapier', { ...message, content: 'Again' }, byId)).status, 200);
    const again = await newest(world, 'eve');
    assert.deepEqual([again?.subject, again?.content], ['Other', 'Again']);
  });

  test('A delivery without a channel in the address is a direct message to the bot’s owner', async (t) => {
    const { world, bot } = await withBot(t, engine);
    assert.equal((await deliver(world, bot, 'json', { a: 1 }, { topic: 'ignored' })).status, 200);
    const found = await newest(world, 'dan', direct);
    assert.deepEqual([found?.sender_email, found?.content], [bot.email, '```json\n{\n  "a": 1\n}\n```']);
  });

  test('A bot of any type may deliver, by its key or by HTTP Basic', async (t) => {
    const { world, bot } = await withBot(t, engine, { bot_type: 1 });
    assert.equal((await deliver(world, bot, 'zapier', message, general)).status, 200);
    const basic = await world.as(bot).send('POST', '/external/zapier?stream=general', {
      body: JSON.stringify(message),
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(basic.status, 200);
    assert.equal(
      (await messages(world, 'eve')).filter(({ content }) => content === message.content).length,
      2,
    );
  });

  test('A delivery is refused without a key, with a wrong one and with one of a person', async (t) => {
    const { world, bot } = await withBot(t, engine);
    const keyed = async (apiKey: string) =>
      refusal(await deliver(world, { apiKey }, 'zapier', message, general));
    const none = await world.anonymous.post('/external/zapier?stream=general', message);
    assert.deepEqual(refusal(none), [400, 'REQUEST_VARIABLE_MISSING', "Missing 'api_key' argument"]);
    assert.deepEqual(await keyed('x'.repeat(32)), [401, 'INVALID_API_KEY', 'Invalid API key']);
    assert.deepEqual(await keyed('short'), [401, 'INVALID_API_KEY', 'Malformed API key']);
    assert.deepEqual(await keyed(world.people.dan.apiKey), [
      400,
      'BAD_REQUEST',
      'This endpoint accepts bots only.',
    ]);
    await deactivate(world, bot.id);
    assert.deepEqual((await keyed(bot.apiKey)).slice(0, 2), [401, 'USER_DEACTIVATED']);
    assert.equal(await newest(world, 'eve'), undefined);
  });

  test('A bot whose owner was deactivated delivers nothing', async (t) => {
    const { world, bot } = await withBot(t, engine);
    assert.equal((await world.as('ada').delete(`/users/${world.people.dan.id}`)).status, 200);
    assert.equal((await deliver(world, bot, 'zapier', message, general)).status, 401);
  });

  test('A session cookie delivers nothing, and a key in the address signs in nowhere else', async (t) => {
    const { world, bot } = await withBot(t, engine, { bot_type: 1 });
    const browser = await getBrowser(world, { orgId: world.orgId, userId: world.people.dan.id });
    const cookie = await browser.post('/external/zapier?stream=general', message);
    assert.equal(cookie.status, 400);
    assert.equal((await world.anonymous.get('/users/me', { api_key: bot.apiKey })).status, 401);
    const sent = { type: 'channel', to: 'general', topic: 'x', content: 'x', api_key: bot.apiKey };
    assert.equal((await world.anonymous.post('/messages', sent)).status, 401);
  });

  test('A bot writes only where its owner may', async (t) => {
    const { world } = await withBot(t, engine);
    const hers = await makeBot(world, 'eve', { ...incoming, full_name: 'Hers', short_name: 'hers' });
    const hidden = await deliver(world, hers, 'zapier', message, { stream: 'vault' });
    const missing = await deliver(world, hers, 'zapier', message, { stream: 'nowhere' });
    assert.deepEqual(hidden.json, missing.json);
    assert.deepEqual(await messages(world, 'ada', [{ operator: 'channel', operand: 'vault' }]), []);
  });

  test('A missing channel is success for the service, and a notice for the owner', async (t) => {
    const { world, bot } = await withBot(t, engine);
    const { status, json } = await deliver(world, bot, 'zapier', message, { stream: 'no *where*' });
    assert.deepEqual([status, json.result], [200, 'success']);
    const [notice] = await noticesTo(world, 'dan');
    assert.match(notice?.content ?? '', /^Your bot @_\*\*The Weaver\|\d+\*\* could not post/);
    assert.match(notice?.content ?? '', /Channel 'no &#42;where&#42;' does not exist/);
  });

  test('A payload of another service is refused, and its bot’s owner is notified once an hour', async (t) => {
    const { world, bot } = await withBot(t, engine);
    const broken = () => deliver(world, bot, 'github', { ref: 7 }, general, { 'x-github-event': 'push' });
    const { json } = await broken();
    assert.deepEqual(refusal(await broken()), [
      400,
      'ANOMALOUS_WEBHOOK_PAYLOAD',
      'Unable to parse request: Did GitHub generate this event?',
    ]);
    assert.equal(json.webhook_name, 'GitHub');
    const [notice, ...more] = await noticesTo(world, 'dan');
    assert.match(notice?.content ?? '', /from GitHub that could not be used: repository\.name is missing\./);
    assert.deepEqual(more, []);
    await world.app.db.write(world.orgId, 'system', (tx) =>
      tx.q
        .updateTable('incoming_webhook')
        .set((eb) => ({ noticed_at: eb('noticed_at', '-', 3600_000) }))
        .where('user_id', '=', bot.id)
        .execute(),
    );
    await broken();
    assert.equal((await noticesTo(world, 'dan')).length, 2);
  });

  test('A body that is not JSON, too deep or empty is refused, and so is one without the event’s header', async (t) => {
    const { world, bot } = await withBot(t, engine);
    const sent = async (name: string, body: string) =>
      refusal(await deliver(world, bot, name, body, general));
    const malformed = [400, 'INVALID_JSON', 'Malformed JSON'];
    assert.deepEqual(await sent('json', '{"a":'), malformed);
    assert.deepEqual(await sent('json', ''), malformed);
    assert.deepEqual((await sent('json', '['.repeat(100_000))).slice(0, 2), [
      400,
      'ANOMALOUS_WEBHOOK_PAYLOAD',
    ]);
    const { status, json } = await deliver(world, bot, 'github', {}, general);
    assert.deepEqual(
      [status, json.code, json.msg, json.header],
      [400, 'MISSING_HTTP_EVENT_HEADER', "Missing the HTTP event header 'X-GitHub-Event'", 'X-GitHub-Event'],
    );
    assert.equal((await noticesTo(world, 'dan')).length, 1);
  });

  test('An event without a message of its own is posted as it is, and is no failure of the service', async (t) => {
    const { world, bot } = await withBot(t, engine);
    for (const event of ['unheard', 'constructor', '__proto__']) {
      const { status, json } = await deliver(world, bot, 'github', { loom: event }, general, {
        'x-github-event': event,
      });
      assert.deepEqual(
        [status, json],
        [
          200,
          {
            result: 'error',
            msg: `The '${event}' event isn't currently supported by the GitHub webhook; ignoring`,
            webhook_name: 'GitHub',
            event_type: event,
            code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
          },
        ],
      );
      const found = await newest(world, 'eve');
      assert.equal(found?.subject, 'GitHub');
      assert.ok(found.content.startsWith(`GitHub sent **${event}**:\n\n`), found.content);
      assert.ok(found.content.includes(`"loom": "${event}"`));
    }
    const left = await newest(world, 'eve');
    const excluded = { ...general, exclude_events: JSON.stringify(['un*']) };
    await deliver(world, bot, 'github', { loom: 2 }, excluded, { 'x-github-event': 'unheard' });
    assert.equal((await newest(world, 'eve'))?.content, left?.content);
    assert.deepEqual(await noticesTo(world, 'dan'), []);
  });

  test('An integration that does not exist is not found', async (t) => {
    const { world, bot } = await withBot(t, engine);
    for (const name of ['nothing', '__proto__', 'constructor', 'GitHub'])
      assert.deepEqual(refusal(await deliver(world, bot, name, {})).slice(0, 2), [404, 'NOT_FOUND'], name);
    const wrongMethod = await world.as(bot).get('/external/github');
    assert.equal(wrongMethod.status, 405);
  });

  test('Events that the address leaves out are success without a message', async (t) => {
    const { world, bot } = await withBot(t, engine);
    const ping = { zen: 'Loom.', repository: { name: 'loom' } };
    const sent = (params: Params) =>
      deliver(world, bot, 'github', ping, { ...general, ...params }, { 'x-github-event': 'ping' });
    assert.equal((await sent({ exclude_events: ['p*'] })).json.result, 'success');
    assert.equal((await sent({ only_events: ['push', 'pull*'] })).json.result, 'success');
    assert.equal(await newest(world, 'eve'), undefined);
    await sent({ only_events: ['p?ng'] });
    assert.match((await newest(world, 'eve'))?.content ?? '', /is set up/);
    assert.equal((await sent({ only_events: 'push' })).status, 400);
  });

  test('JSON in a form’s field is read, with parameters of the address before fields of the body', async (t) => {
    const { world, bot } = await withBot(t, engine);
    const form = (fields: Params) => encode(fields).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = JSON.stringify({ text: 'Woven', channel: '#looms' });
    const fields = { payload, stream: 'vault', topic: 'from the body', method: 'DELETE', token: 'x' };
    const { json } = await deliver(
      world,
      bot,
      'slack_incoming',
      form(fields),
      { ...general, topic: 'builds' },
      type,
    );
    assert.deepEqual(json, { result: 'success', msg: '', ok: true });
    const found = await newest(world, 'dan');
    assert.deepEqual(
      [found?.display_recipient, found?.subject, found?.content],
      ['general', 'builds', 'Woven'],
    );
    // As programs do that post JSON without naming its type.
    await deliver(world, bot, 'zapier', JSON.stringify({ topic: 'a&b=c', content: '1' }), general, type);
    assert.equal((await newest(world, 'dan'))?.subject, 'a&b=c');
    const multipart = new FormData();
    multipart.set('topic', 'parts');
    multipart.set('content', 'In a part');
    const path = `/external/zapier?stream=general&api_key=${bot.apiKey}`;
    assert.equal((await world.anonymous.send('POST', path, { body: multipart })).status, 200);
    assert.equal((await newest(world, 'dan'))?.content, 'In a part');
  });

  test('Unknown parameters are not reported to the service', async (t) => {
    const { world, bot } = await withBot(t, engine);
    const { json } = await deliver(world, bot, 'zapier', message, { ...general, unknown: '1' });
    assert.deepEqual(json, { result: 'success', msg: '' });
  });

  test('Zapier learns whose address it is, and what a message lacks', async (t) => {
    const { world, bot } = await withBot(t, engine);
    const { json } = await deliver(world, bot, 'zapier', { type: 'auth' });
    assert.deepEqual([json.full_name, json.email, json.id], ['The Weaver', bot.email, bot.id]);
    const without = async (field: string) =>
      (await deliver(world, bot, 'ifttt', { ...message, [field]: undefined }, general)).json.msg;
    assert.equal(await without('topic'), "Topic can't be empty");
    assert.equal(await without('content'), "Content can't be empty");
  });

  test('Programs made for Slack get its word for a failure', async (t) => {
    const { world, bot } = await withBot(t, engine);
    const { status, json } = await deliver(world, bot, 'slack_incoming', { blocks: [] }, general);
    assert.deepEqual([status, json.ok, json.error], [400, false, json.msg]);
  });

  test('Services that verify the URL get the expected response, and nothing is posted', async (t) => {
    const { world, bot } = await withBot(t, engine);
    const asked = { type: 'url_verification', challenge: 'abc' };
    assert.equal((await deliver(world, bot, 'slack', asked, general)).json.challenge, 'abc');
    const handshake = await deliver(world, bot, 'asana', '', general, { 'x-hook-secret': 's3cret' });
    assert.deepEqual([handshake.status, handshake.headers.get('x-hook-secret')], [200, 's3cret']);
    assert.equal((await deliver(world, bot, 'asana', '', general)).status, 400);
    assert.equal(await newest(world, 'eve'), undefined);
  });

  test('Services that check the URL with HEAD get 200 with a bot’s key, and all others 405', async (t) => {
    const { world, bot } = await withBot(t, engine);
    const head = async (name: string, apiKey: string) =>
      (await fetch(`${world.url}/api/v1/external/${name}?api_key=${apiKey}`, { method: 'HEAD' })).status;
    assert.equal(await head('trello', bot.apiKey), 200);
    assert.equal(await head('intercom', bot.apiKey), 200);
    assert.equal(await head('github', bot.apiKey), 405);
    assert.equal(await head('trello', world.people.dan.apiKey), 400);
    assert.equal(await head('trello', 'x'.repeat(32)), 401);
  });

  test('A token that proves who owns an address goes to the owner, not to the channel', async (t) => {
    const { world, bot } = await withBot(t, engine);
    await deliver(world, bot, 'notion', { verification_token: 'secret_1' }, general);
    assert.match((await newest(world, 'dan', direct))?.content ?? '', /`secret_1`/);
    assert.equal(await newest(world, 'eve'), undefined);
  });

  test('Channel and topic are decoded again for services that encode them twice', async (t) => {
    const { world, bot } = await withBot(t, engine);
    const params = { stream: 'gener%61l', topic: 'a%20b 100%' };
    await deliver(world, bot, 'bitbucket3', { test: true }, params);
    assert.equal((await newest(world, 'eve'))?.subject, 'a%20b 100%');
    await deliver(world, bot, 'bitbucket3', { test: true }, { ...params, topic: 'a%20b' });
    assert.equal((await newest(world, 'eve'))?.subject, 'a b');
  });

  test('A hostile topic and text become a message without mentions, within the limits', async (t) => {
    const { world, bot } = await withBot(t, engine);
    const topic = `\u202E${'t'.repeat(500)}\u0000\n@**all**`;
    const text = `@**all** @**Eve Lindqvist** ${'x'.repeat(30_000)}`;
    const { status } = await deliver(world, bot, 'slack_incoming', { channel: topic, text }, general);
    assert.equal(status, 200);
    const query = { anchor: 'newest', num_before: 1, num_after: 0 };
    const [found] = (await world.as('eve').get('/messages', query)).json.messages;
    assert.deepEqual(found.flags, []);
    assert.equal([...found.subject].length, 60);
    assert.doesNotMatch(found.content, /class="user-mention[^"]*(?<! silent)"/);
  });

  test('The list of integrations requires an account', async (t) => {
    const { world } = await withBot(t, engine);
    const { json } = await world.as('gus').get('/heddle/integrations');
    const listed: { name: string }[] = json.integrations;
    assert.deepEqual(
      listed.find(({ name }) => name === 'bitbucket3'),
      { name: 'bitbucket3', display_name: 'Bitbucket Server' },
    );
    assert.equal((await world.anonymous.get('/heddle/integrations')).status, 401);
  });

  test('The registration lists the integrations with their events and options', async (t) => {
    const { world } = await withBot(t, engine);
    const { json } = await world
      .as('gus')
      .post('/register', { fetch_event_types: ['realm_incoming_webhook_bots'] });
    const listed: { name: string }[] = json.realm_incoming_webhook_bots;
    const [github] = listed.filter(({ name }) => name === 'github') as unknown as [Record<string, unknown>];
    assert.equal(github.display_name, 'GitHub');
    assert.ok((github.all_event_types as string[]).includes('pull_request'));
    assert.deepEqual((github.url_options as unknown[])[0], {
      key: 'branches',
      label: 'Only these branches, separated by commas',
      input_type: 'text',
    });
    const names = listed.map(({ name }) => name);
    assert.deepEqual(names, [...names].sort());
  });
});

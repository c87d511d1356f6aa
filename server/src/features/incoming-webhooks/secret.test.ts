import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { makeBot, refusal } from '../../../../tests/support/fixtures/bots.ts';
import { encode, type Account, type Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { verify, type Scheme } from './signature.ts';

const body = '{"loom":"wéave"}';
const now = 1_800_000_000_000;
const hex = (text: string, key = secret) => createHmac('sha256', key).update(text).digest('hex');

const judged = (scheme: Scheme, headers: Record<string, string>, text = body, at = now, key = secret) =>
  verify(scheme, key, { bytes: Buffer.from(text), header: (name) => headers[name], now: at });

test('The signature in the documentation of GitHub is right', () => {
  const headers = {
    'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  };
  assert.equal(judged('github', headers, 'Hello, World!', now, "It's a Secret to Everybody"), 'right');
});

test('A signature is right for its body and its secret only', () => {
  const seconds = String(now / 1000);
  const linear = `{"webhookTimestamp":${String(now)}}`;
  const cases: [Scheme, (key: string, text: string) => Record<string, string>, string][] = [
    ['github', (key, text) => ({ 'x-hub-signature-256': `sha256=${hex(text, key)}` }), body],
    ['gitea', (key, text) => ({ 'x-gitea-signature': hex(text, key) }), body],
    ['sentry', (key, text) => ({ 'sentry-hook-signature': hex(text, key) }), body],
    ['linear', (key, text) => ({ 'linear-signature': hex(text, key) }), linear],
    [
      'stripe',
      (key, text) => ({ 'stripe-signature': `t=${seconds},v0=x,v1=${hex(`${seconds}.${text}`, key)}` }),
      body,
    ],
    [
      'slack',
      (key, text) => ({
        'x-slack-request-timestamp': seconds,
        'x-slack-signature': `v0=${hex(`v0:${seconds}:${text}`, key)}`,
      }),
      body,
    ],
  ];
  for (const [scheme, sign, text] of cases) {
    assert.equal(judged(scheme, sign(secret, text), text), 'right', scheme);
    assert.equal(judged(scheme, sign(secret, text), `${text} `), 'wrong', scheme);
    assert.equal(judged(scheme, sign('another', text), text), 'wrong', scheme);
    assert.equal(judged(scheme, {}, text), 'wrong', scheme);
    const cut = Object.fromEntries(
      Object.entries(sign(secret, text)).map(([name, value]) => [name, value.slice(0, -1)]),
    );
    assert.notEqual(judged(scheme, cut, text), 'right', scheme);
  }
});

test('The token of GitLab is the secret itself', () => {
  assert.equal(judged('gitlab', { 'x-gitlab-token': secret }), 'right');
  for (const token of ['', 'another', `${secret} `])
    assert.equal(judged('gitlab', { 'x-gitlab-token': token }), 'wrong');
  assert.equal(judged('gitlab', {}), 'wrong');
});

test('One of several signatures of Stripe is enough, while a secret is replaced', () => {
  const seconds = String(now / 1000);
  const right = hex(`${seconds}.${body}`);
  assert.equal(
    judged('stripe', { 'stripe-signature': `t=${seconds},v1=${'0'.repeat(64)},v1=${right}` }),
    'right',
  );
  assert.equal(judged('stripe', { 'stripe-signature': `t=${seconds},v0=${right}` }), 'wrong');
});

test('A signature of five minutes ago, or of the future, is stale', () => {
  const slack = (seconds: number) =>
    judged('slack', {
      'x-slack-request-timestamp': String(seconds),
      'x-slack-signature': `v0=${hex(`v0:${String(seconds)}:${body}`)}`,
    });
  const stripe = (seconds: number) =>
    judged('stripe', { 'stripe-signature': `t=${String(seconds)},v1=${hex(`${String(seconds)}.${body}`)}` });
  const linear = (seconds: number) => {
    const text = `{"webhookTimestamp": ${String(seconds * 1000)}}`;
    return judged('linear', { 'linear-signature': hex(text) }, text);
  };
  for (const judge of [slack, stripe, linear])
    for (const [offset, verdict] of [
      [0, 'right'],
      [-299, 'right'],
      [-301, 'stale'],
      [301, 'stale'],
    ] as const)
      assert.equal(judge(now / 1000 + offset), verdict);
  assert.equal(
    judged('slack', { 'x-slack-request-timestamp': 'x', 'x-slack-signature': `v0=${hex(`v0:x:${body}`)}` }),
    'stale',
  );
});

const incoming = { bot_type: 2 };
const secret = 'a secret of both';
const ping = JSON.stringify({ zen: 'Loom.', repository: { name: 'loom' } });

const path = ({ id }: Account) => `/bots/${String(id)}/webhook_secret`;
const set = (world: World, who: Name | Account, bot: Account, params: Params = { secret }) =>
  world.as(who).send('PUT', path(bot), { body: encode(params) });

const deliver = (world: World, bot: Account, headers: Record<string, string>, body = ping, name = 'github') =>
  world.anonymous.send('POST', `/external/${name}?stream=general&api_key=${bot.apiKey}`, {
    body,
    headers: { 'content-type': 'application/json', 'x-github-event': 'ping', ...headers },
  });

const signed = (body = ping, key = secret) => ({
  'x-hub-signature-256': `sha256=${createHmac('sha256', key).update(body).digest('hex')}`,
});

async function sent(world: World): Promise<string[]> {
  const query = { anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false };
  const { json } = await world.as('eve').get('/messages', query);
  return json.messages.map(({ content }: { content: string }) => content);
}

const forbidden = [401, 'UNAUTHORIZED', 'Webhook signature verification failed.'];

onBothEngines('The secret of a webhook', (engine) => {
  test('A bot with a secret takes signed deliveries only', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', incoming);
    assert.equal((await deliver(world, bot, {})).status, 200);
    assert.equal((await set(world, 'dan', bot)).status, 200);
    assert.deepEqual(refusal(await deliver(world, bot, {})), forbidden);
    assert.deepEqual(refusal(await deliver(world, bot, signed(ping, 'another one'))), forbidden);
    assert.deepEqual(refusal(await deliver(world, bot, signed(`${ping} `))), forbidden);
    assert.equal((await deliver(world, bot, signed())).status, 200);
    assert.equal((await sent(world)).length, 2);
    const query = {
      anchor: 'newest',
      num_before: 9,
      num_after: 0,
      narrow: [{ operator: 'is', operand: 'dm' }],
    };
    const { json } = await world.as('dan').get('/messages', query);
    assert.match(JSON.stringify(json.messages), /its signature is wrong or missing/);
  });

  test('A repeated delivery posts nothing again, and another one does', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', incoming);
    await set(world, 'dan', bot);
    for (let count = 0; count < 3; count++) assert.equal((await deliver(world, bot, signed())).status, 200);
    assert.equal((await sent(world)).length, 1);
    const other = ping.replace('Loom.', 'Shuttle.');
    await deliver(world, bot, signed(other), other);
    assert.equal((await sent(world)).length, 2);
  });

  test('A delivery that was signed too long ago is refused', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', incoming);
    await set(world, 'dan', bot);
    const body = JSON.stringify({ type: 'url_verification', challenge: 'abc' });
    const at = (seconds: number) => {
      const time = String(Math.floor(Date.now() / 1000) + seconds);
      const signature = createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex');
      return { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${signature}` };
    };
    assert.equal((await deliver(world, bot, at(0), body, 'slack')).json.challenge, 'abc');
    const stale = refusal(await deliver(world, bot, at(-3600), body, 'slack'));
    assert.deepEqual(stale, [400, 'BAD_REQUEST', 'The webhook signature is too old, or of the future.']);
  });

  test('A service that does not sign cannot post to a bot with a secret', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', incoming);
    await set(world, 'dan', bot);
    assert.deepEqual(refusal(await deliver(world, bot, signed(), ping, 'json')), forbidden);
  });

  test('A removed secret is no longer required', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', incoming);
    const isSet = async () => (await world.as('dan').get(path(bot))).json.has_secret as unknown;
    assert.equal(await isSet(), false);
    await set(world, 'dan', bot);
    assert.equal(await isSet(), true);
    assert.equal((await world.as('dan').delete(path(bot))).status, 200);
    assert.equal((await world.as('dan').delete(path(bot))).status, 200);
    assert.equal(await isSet(), false);
    assert.equal((await deliver(world, bot, {})).status, 200);
  });

  test('A webhook secret is set by the bot’s administrators only, and cannot be read', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', incoming);
    for (const who of ['eve', 'cleo', 'gus', bot] as const) {
      assert.notEqual((await set(world, who, bot)).status, 200);
      assert.notEqual((await world.as(who).get(path(bot))).status, 200);
      assert.notEqual((await world.as(who).delete(path(bot))).status, 200);
    }
    assert.equal((await set(world, 'ben', bot)).status, 200);
    const { json } = await world.as('dan').get(path(bot));
    assert.deepEqual(json, { result: 'success', msg: '', has_secret: true });
    const rows = await world.app.db.read.q.selectFrom('incoming_webhook').selectAll().execute();
    assert.ok(!JSON.stringify(rows).includes(secret));
  });

  test('A secret that is too short or too long, and one for a person, is refused', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', incoming);
    for (const text of ['', 'short', 'x'.repeat(501)])
      assert.equal((await set(world, 'dan', bot, { secret: text })).status, 400);
    assert.equal((await set(world, 'ada', world.people.dan)).json.msg, 'No such bot');
  });

  test('After an import nothing is taken until the secret is set again', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', incoming);
    await set(world, 'dan', bot);
    await world.app.db.write(world.orgId, 'system', (tx) =>
      tx.q.updateTable('incoming_webhook').set({ secret_box: '' }).where('user_id', '=', bot.id).execute(),
    );
    assert.deepEqual(refusal(await deliver(world, bot, signed())), forbidden);
    await set(world, 'dan', bot);
    assert.equal((await deliver(world, bot, signed())).status, 200);
  });
});

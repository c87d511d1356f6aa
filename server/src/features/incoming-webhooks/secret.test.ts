import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { makeBot, refusal } from '../../../../tests/support/fixtures/bots.ts';
import { encode, type Account, type Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

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

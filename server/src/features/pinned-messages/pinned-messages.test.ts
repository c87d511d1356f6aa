import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMembers, addOrganization, groupId } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeKey } from '../../../../tests/support/fixtures/api-keys.ts';
import { makeBot } from '../../../../tests/support/fixtures/bots.ts';
import { lowerLimit } from '../../../../tests/support/fixtures/lower-limit.ts';
import type { Listener } from '../../../../tests/support/listen.ts';
import { listenAs, say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const at = (id: number) => `/heddle/pinned_messages/${id}`;

async function pin(world: World, who: Name, id: number): Promise<void> {
  const { status, json } = await world.as(who).post(at(id));
  assert.equal(status, 200, json.msg);
}

async function refused(world: World, who: Name, id: number): Promise<string> {
  const posted = await world.as(who).post(at(id));
  const deleted = await world.as(who).delete(at(id));
  assert.deepEqual([posted.status, deleted.status], [400, 400]);
  assert.equal(posted.json.msg, deleted.json.msg);
  return posted.json.msg;
}

type Shown = { message_id: number; topic?: string; channel_id?: number; user_ids?: number[] };

async function getPins(world: World, who: Name): Promise<Shown[]> {
  const given = { fetch_event_types: ['heddle_pinned_messages'] };
  return (await world.as(who).post('/register', given)).json.heddle_pinned_messages as Shown[];
}

const pinnedIds = async (world: World, who: Name): Promise<number[]> =>
  (await getPins(world, who)).map((one) => one.message_id).sort((a, b) => a - b);

const listen = (world: World, who: Name) => listenAs(world, who, { event_types: ['heddle_pinned_messages'] });

const getOps = async (queue: Listener): Promise<string[]> => (await queue.received()).map(({ op }) => op);

async function change(world: World, id: number, params: Record<string, unknown>): Promise<void> {
  const { status, json } = await world.as('ada').patch(`/messages/${id}`, params);
  assert.equal(status, 200, json.msg);
}

async function setHolders(world: World, name: string): Promise<void> {
  const change = { heddle_can_pin_messages_group: { new: await groupId(world, name) } };
  const { status, json } = await world.as('ada').patch('/realm', change);
  assert.equal(status, 200, json.msg);
}

onBothEngines('Pinned messages', (engine) => {
  test('A message is pinned once and unpinned for everyone in its topic or direct conversation', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan, eve, gus } = world.people;
    const open = await say(world, 'eve', 'general', 'lunch', 'soup');
    const direct = await sendDirect(world, 'dan', ['eve', 'gus']);
    const queue = await listen(world, 'gus');
    for (let twice = 0; twice < 2; twice++) await pin(world, 'dan', open);
    await pin(world, 'gus', direct);
    const pins = await getPins(world, 'gus');
    assert.deepEqual(
      pins.map(({ topic, user_ids }) => topic ?? user_ids).sort(),
      [[dan.id, eve.id, gus.id].sort((a, b) => a - b), 'lunch'].sort(),
    );
    assert.deepEqual(await pinnedIds(world, 'ada'), [open]);
    await world.as('eve').delete(at(open));
    await world.as('eve').delete(at(open));
    assert.deepEqual(await getOps(queue), ['add', 'add', 'remove']);
    assert.deepEqual(await pinnedIds(world, 'gus'), [direct]);
  });

  test('Who may pin is the organization’s decision, but in a direct conversation that of its people', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch');
    assert.match(await refused(world, 'gus', id), /permission to pin/);
    await setHolders(world, 'role:everyone');
    await pin(world, 'gus', id);
    await setHolders(world, 'role:moderators');
    assert.match(await refused(world, 'dan', id), /permission to pin/);
    assert.equal((await world.as('ben').delete(at(id))).status, 200);
    await pin(world, 'gus', await sendDirect(world, 'dan', ['gus']));
    const bot = world.as(await makeBot(world, 'dan'));
    assert.equal((await bot.post(at(id))).status, 400);
    const key = { can_send_message_group: { new: await groupId(world, 'role:administrators') } };
    await world.as('ada').patch(`/streams/${world.channels.general}`, key);
    assert.match(await refused(world, 'cleo', id), /permission to post/);
  });

  test('What is out of reach is refused as what does not exist', async (t) => {
    const world = await makeWorld(t, engine);
    const secret = await say(world, 'ada', 'vault', 'keys');
    const direct = await sendDirect(world, 'dan', ['eve']);
    const early = await say(world, 'ada', 'vault', 'keys');
    await addMembers(world, world.channels.vault, [world.people.eve.id]);
    const late = await say(world, 'ada', 'vault', 'keys');
    for (const id of [secret, early, 999_999_999])
      assert.match(await refused(world, 'eve', id), /Invalid message/);
    assert.match(await refused(world, 'ada', direct), /Invalid message/);
    for (const id of [secret, late]) await pin(world, 'dan', id);
    assert.deepEqual(await pinnedIds(world, 'eve'), [late], 'of a protected history, what came to them');
    assert.deepEqual(await pinnedIds(world, 'cleo'), []);
    const gone = await say(world, 'dan', 'general', 'lunch');
    await world.as('ada').delete(`/messages/${gone}`);
    assert.match(await refused(world, 'dan', gone), /Invalid message/);
    assert.equal((await world.anonymous.post(at(late))).status, 401);
  });

  test('Nothing is pinned in another organization, by a revoked key, or by one that only sends', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const id = await say(world, 'dan', 'general', 'lunch');
    const { ownerId, orgId } = await addOrganization(world);
    const cache = await world.app.organizations.cache(orgId);
    assert.ok(cache.users.get(ownerId));
    const elsewhere = await world.app.db.read.q
      .selectFrom('message')
      .select('id')
      .where('org_id', '=', orgId)
      .orderBy('id')
      .executeTakeFirst();
    assert.match(await refused(world, 'ada', elsewhere?.id ?? 999_999_999), /Invalid message/);
    const key = await makeKey(world, 'dan');
    await world.as('dan').delete(`/heddle/api_keys/${key.id}`);
    assert.equal((await key.client.post(at(id))).status, 401);
    for (const asked of [
      { scopes: ['read', 'send'] },
      { scopes: ['send'], channel_id: world.channels.general },
    ])
      assert.equal((await (await makeKey(world, 'dan', asked)).client.post(at(id))).status, 403);
    assert.deepEqual(await pinnedIds(world, 'dan'), []);
  });

  test('A pin moves with its message, ends for those who lose sight of it, and with the message', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, design } = world.channels;
    const id = await say(world, 'dan', 'general', 'lunch');
    await pin(world, 'dan', id);
    const [dan, eve] = [await listen(world, 'dan'), await listen(world, 'eve')];
    assert.equal((await world.as('dan').patch(`/messages/${id}`, { content: 'soup' })).status, 200);
    await change(world, id, { topic: 'dinner' });
    await change(world, id, { stream_id: design, topic: 'secret dinner' });
    assert.deepEqual(await getPins(world, 'eve'), []);
    const [there] = await getPins(world, 'dan');
    assert.deepEqual([there?.channel_id, there?.topic], [design, 'secret dinner']);
    const places = (await dan.received()).map(({ pins: [shown] }) => [shown.channel_id, shown.topic]);
    assert.deepEqual(places, [
      [general, 'dinner'],
      [design, 'secret dinner'],
    ]);
    assert.deepEqual(await getOps(eve), ['remove'], 'what waited is not delivered any more');
    await world.as('ada').delete(`/messages/${id}`);
    assert.deepEqual(await getPins(world, 'dan'), []);
    assert.deepEqual(await getOps(dan), ['remove']);
  });

  test('Who comes to a private channel gets its pins, who leaves loses them, also from what waits', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'design', 'plans');
    const eve = await listen(world, 'eve');
    const subscribed = { subscriptions: [{ name: 'design' }], principals: [world.people.eve.id] };
    await pin(world, 'dan', id);
    assert.equal((await world.as('dan').post('/users/me/subscriptions', subscribed)).status, 200);
    assert.deepEqual(
      (await eve.received()).map(({ op }: { op: string }) => op),
      ['add'],
    );
    await world.as('dan').delete(at(id));
    await pin(world, 'dan', id);
    await world.as('eve').delete('/users/me/subscriptions', { subscriptions: ['design'] });
    assert.ok(!(await getOps(eve)).includes('add'), 'what waited is not delivered any more');
    assert.deepEqual(await getPins(world, 'eve'), []);
  });

  test('Pins that a person does not see take the place of no others, however many they are', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const open = await say(world, 'dan', 'general', 'lunch');
    await pin(world, 'dan', open);
    const first = await sendDirect(world, 'ada', ['ben']);
    const { app, orgId } = world;
    const [message] = await app.db.read.q.selectFrom('message').selectAll().where('id', '=', first).execute();
    assert.ok(message);
    const ids = Array.from({ length: 10_050 }, (_, n) => 2 ** 40 + n);
    await app.db.write(orgId, 'system', async ({ q }) => {
      for (let at = 0; at < ids.length; at += 150) {
        const some = ids.slice(at, at + 150);
        await q
          .insertInto('message')
          .values(some.map((id) => ({ ...message, id })))
          .execute();
        const pinned = { org_id: orgId, user_id: world.people.ada.id, pinned_at: Date.now() + 1000 };
        await q
          .insertInto('message_pin')
          .values(some.map((message_id) => ({ ...pinned, message_id })))
          .execute();
      }
    });
    assert.deepEqual(await pinnedIds(world, 'dan'), [open]);
    assert.equal((await pinnedIds(world, 'ben')).length, 10_000);
  });

  test('A topic holds a limited number of pins, and pins of a person stay when they are deleted', async (t) => {
    const world = await makeWorld(t, engine);
    const [first, second] = [
      await say(world, 'dan', 'general', 'a'),
      await say(world, 'dan', 'general', 'a'),
    ];
    const other = await say(world, 'dan', 'general', 'b');
    await pin(world, 'eve', first);
    lowerLimit(t, 'messages.too-many-pins', 1);
    assert.equal((await world.as('dan').post(at(second))).status, 400);
    await pin(world, 'dan', first);
    await pin(world, 'dan', other);
    const actions = { actions: { delete_profile: true } };
    assert.equal((await world.as('ada').delete(`/users/${world.people.eve.id}`, actions)).status, 200);
    assert.deepEqual(await pinnedIds(world, 'dan'), [first, other]);
  });
});

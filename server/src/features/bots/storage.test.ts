import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBot, refusal } from '../../../../tests/support/fixtures/bots.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld } from '../../../../tests/support/world.ts';
import { keep } from './storage.ts';

onBothEngines('Bot storage', (engine) => {
  test('Bot storage has a largest number of entries, and stores them in one request', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = world.as(await makeBot(world, 'dan'));
    const put = (storage: object) => {
      const body = new FormData();
      body.set('storage', JSON.stringify(storage));
      return bot.send('PUT', '/bot_storage', { body });
    };
    const numbered = (count: number, value: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, `${value}${i}`]));
    const stored = async (keys?: string[]) => (await bot.get('/bot_storage', { keys })).json.storage ?? {};
    const refused = [400, 'BAD_REQUEST', 'A bot can store at most 20000 entries.'];
    assert.deepEqual(refusal(await put(numbered(20_001, 'a'))), refused);
    assert.deepEqual(await stored(), {});
    assert.equal((await put(numbered(19_999, 'a'))).status, 200);
    assert.equal((await put({ ...numbered(2, 'b'), last: 'c' })).status, 200);
    assert.deepEqual(refusal(await put({ one: 'more' })), refused);
    assert.deepEqual(await stored(['n0', 'n1', 'n2', 'n19998', 'last']), {
      ...numbered(2, 'b'),
      n2: 'a2',
      n19998: 'a19998',
      last: 'c',
    });
    assert.equal(Object.keys((await stored()) as object).length, 20_000);
    assert.equal((await put({ last: 'd' })).status, 200);
    assert.equal((await bot.delete('/bot_storage', { keys: ['last'] })).status, 200);
    assert.equal((await put({ one: 'more' })).status, 200);
  });

  test('An account with more entries than the limit replaces and removes them, and adds none', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan');
    const put = (storage: object) => world.as(bot).send('PUT', '/bot_storage', form({ storage }));
    const statuses = async (...storages: object[]) => {
      const responses = [];
      for (const storage of storages) responses.push((await put(storage)).status);
      return responses;
    };
    await world.app.db.write(world.orgId, bot, async (tx) => {
      for (let batch = 0; batch < 41; batch++)
        await tx.q
          .insertInto('bot_storage')
          .values(
            Array.from({ length: 500 }, (_, i) => ({
              user_id: bot.id,
              entry_key: `${batch} ${i}`,
              value: 'old',
            })),
          )
          .execute();
    });
    const [known, alsoNew] = [{ '0 0': 'new' }, { '0 1': 'new', one: 'more' }];
    assert.deepEqual(await statuses(known, alsoNew, {}), [200, 400, 200]);
    assert.deepEqual((await world.as(bot).get('/bot_storage', { keys: ['0 0', '0 1'] })).json.storage, {
      '0 0': 'new',
      '0 1': 'old',
    });
    assert.equal((await world.as(bot).delete('/bot_storage', { keys: ['0 0'] })).status, 200);
    assert.deepEqual(await statuses({ '0 0': 'again' }), [400]);
  });

  test('Bot storage stores, replaces and removes texts by key', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = world.as(await makeBot(world, 'dan'));
    const put = (storage: object) => bot.send('PUT', '/bot_storage', form({ storage }));
    const stored = async (keys?: string[]) => (await bot.get('/bot_storage', { keys })).json.storage;
    assert.deepEqual(await stored(), {});
    assert.equal((await put({ a: '1', b: '2', '': 'none' })).status, 200);
    assert.equal((await put({ b: 'two', ü: '{"c": 3}' })).status, 200);
    assert.deepEqual(await stored(), { '': 'none', a: '1', b: 'two', ü: '{"c": 3}' });
    assert.deepEqual(await stored(['b', 'b']), { b: 'two' });
    assert.deepEqual(await stored([]), {});
    assert.equal((await bot.delete('/bot_storage', { keys: ['a', ''] })).status, 200);
    assert.deepEqual(await stored(), { b: 'two', ü: '{"c": 3}' });
    assert.equal((await bot.delete('/bot_storage')).status, 200);
    assert.deepEqual(await stored(), {});
  });

  test('Bot storage refuses unknown keys and removes nothing if one is missing', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = world.as(await makeBot(world, 'dan'));
    await bot.send('PUT', '/bot_storage', form({ storage: { a: '1' } }));
    const missing = [400, 'BAD_REQUEST', 'Key does not exist.'];
    assert.deepEqual(refusal(await bot.get('/bot_storage', { keys: ['a', 'b'] })), missing);
    assert.deepEqual(refusal(await bot.delete('/bot_storage', { keys: ['a', 'b'] })), missing);
    assert.deepEqual((await bot.get('/bot_storage')).json.storage, { a: '1' });
  });

  test('Bot storage belongs to the authenticated bot, and is refused to people', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = world.as(await makeBot(world, 'dan'));
    const other = world.as(await makeBot(world, 'dan', { full_name: 'Other', short_name: 'other' }));
    await bot.send('PUT', '/bot_storage', form({ storage: { a: '1' } }));
    assert.deepEqual((await other.get('/bot_storage')).json.storage, {});
    await other.delete('/bot_storage');
    assert.deepEqual((await bot.get('/bot_storage')).json.storage, { a: '1' });
    const refused = [400, 'PERMISSION_DENIED', 'Must be a bot user'];
    for (const who of ['dan', 'ada', 'gus'] as const) {
      const person = world.as(who);
      assert.deepEqual(refusal(await person.get('/bot_storage')), refused);
      assert.deepEqual(
        refusal(await person.send('PUT', '/bot_storage', form({ storage: { a: who } }))),
        refused,
      );
      assert.deepEqual(refusal(await person.delete('/bot_storage')), refused);
    }
    assert.deepEqual((await bot.get('/bot_storage')).json.storage, { a: '1' });
    assert.equal((await world.anonymous.get('/bot_storage')).status, 401);
  });

  test('Bot storage accepts only texts that can be returned unchanged', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = world.as(await makeBot(world, 'dan'));
    const put = async (storage: unknown) => (await bot.send('PUT', '/bot_storage', form({ storage }))).json;
    const code = async (storage: unknown) => (await put(storage)).code;
    for (const [storage, msg] of [
      [{ a: 1 }, 'storage["a"] is not a string'],
      [['a'], 'storage is not a dict'],
      ['{', 'storage is not valid JSON'],
    ] as const)
      assert.deepEqual(await put(storage), { result: 'error', msg, code: 'BAD_REQUEST' });
    assert.equal(await code(undefined), 'REQUEST_VARIABLE_MISSING');
    assert.equal(await code({ a: 'nul \0' }), 'BAD_REQUEST');
    assert.equal(await code({ ['k'.repeat(257)]: 'long' }), 'BAD_REQUEST');
    assert.deepEqual((await bot.get('/bot_storage')).json.storage, {});
  });

  test('Bot storage is limited to ten million characters, counting replaced values once', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan');
    const most = 'ü'.repeat(9_999_990);
    const put = (entries: Record<string, string>) =>
      world.app.db.write(world.orgId, bot, (tx) => keep(tx, bot.id, entries));
    await put({ large: most });
    await assert.rejects(put({ next: 'x'.repeat(8) }), {
      message: 'Request exceeds storage limit by 7 characters. The limit is 10000000 characters.',
    });
    await put({ large: most.slice(10) });
    await put({ next: 'x'.repeat(8) });
  });
});

const form = (fields: Record<string, unknown>): RequestInit => ({
  body: new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  ),
});

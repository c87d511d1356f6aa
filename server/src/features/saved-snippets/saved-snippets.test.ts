import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBot } from '../../../../tests/support/fixtures/bots.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listenAs } from '../../../../tests/support/talk.ts';
import { makeWorld } from '../../../../tests/support/world.ts';

onBothEngines('Saved snippets', (engine) => {
  test('Saved snippets are created, changed and deleted by their owner, with events to the owner only', async (t) => {
    const world = await makeWorld(t, engine);
    const queue = await listenAs(world, 'dan', { event_types: ['saved_snippets'] });
    const others = await listenAs(world, 'ada', { event_types: ['saved_snippets'] });
    const before = Math.floor(Date.now() / 1000);
    const made = await world
      .as('dan')
      .post('/saved_snippets', { title: ' Hello ', content: ' Welcome here. ' });
    assert.equal(made.status, 200, made.json.msg);
    const id = made.json.saved_snippet_id as number;
    const listed = async () => (await world.as('dan').get('/saved_snippets')).json.saved_snippets as Params[];
    const [snippet] = await listed();
    const { date_created, ...rest } = snippet as { date_created: number };
    assert.deepEqual(rest, { id, title: 'Hello', content: 'Welcome here.' });
    assert.ok(date_created >= before);
    const { json } = await world.as('dan').post('/register', { fetch_event_types: ['saved_snippets'] });
    assert.deepEqual(json.saved_snippets, [snippet]);

    await world.as('dan').patch(`/saved_snippets/${id}`, { title: 'Greeting' });
    assert.deepEqual(await listed(), [{ ...snippet, title: 'Greeting' }]);
    await world.as('dan').patch(`/saved_snippets/${id}`, { title: 'Greeting' });
    await world.as('dan').delete(`/saved_snippets/${id}`);
    assert.deepEqual(await listed(), []);
    const received = await queue.received();
    assert.deepEqual(
      received.map(({ op }: { op: string }) => op),
      ['add', 'update', 'remove'],
    );
    assert.deepEqual(received[1].saved_snippet, { ...snippet, title: 'Greeting' });
    assert.deepEqual(await others.received(), []);
  });

  test('Saved snippets require a title and content of limited length', async (t) => {
    const world = await makeWorld(t, engine);
    const wrong: [Params, string][] = [
      [{ title: ' ', content: 'x' }, 'Title cannot be empty.'],
      [{ title: 'x', content: ' ' }, 'Content cannot be empty.'],
      [{ title: 'x'.repeat(61), content: 'x' }, 'title is too long (limit: 60 characters)'],
      [{ title: 'x', content: 'x'.repeat(10_001) }, 'content is too long (limit: 10000 characters)'],
    ];
    for (const [params, msg] of wrong) {
      const { status, json } = await world.as('dan').post('/saved_snippets', params);
      assert.deepEqual([status, json.msg], [400, msg]);
    }
    assert.equal((await world.as('dan').post('/saved_snippets', { title: 'x' })).status, 400);
    assert.deepEqual((await world.as('dan').get('/saved_snippets')).json.saved_snippets, []);
  });

  test('Saved snippets are available to bots', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = world.as(await makeBot(world, 'dan'));
    const { status, json } = await bot.post('/saved_snippets', { title: 'Greeting', content: 'Hello' });
    assert.equal(status, 200, json.msg);
    const [snippet] = (await bot.get('/saved_snippets')).json.saved_snippets;
    assert.deepEqual([snippet.id, snippet.title], [json.saved_snippet_id, 'Greeting']);
    assert.deepEqual((await world.as('dan').get('/saved_snippets')).json.saved_snippets, []);
  });

  test('Saved snippets of other users do not exist', async (t) => {
    const world = await makeWorld(t, engine);
    const { json } = await world.as('dan').post('/saved_snippets', { title: 'Hello', content: 'Hi' });
    const path = `/saved_snippets/${json.saved_snippet_id}`;
    for (const { status, json: response } of [
      await world.as('ada').patch(path, { title: 'Mine' }),
      await world.as('ada').delete(path),
    ])
      assert.deepEqual(
        [status, response.code, response.msg],
        [404, 'BAD_REQUEST', 'Saved snippet does not exist.'],
      );
    const kept = (await world.as('dan').get('/saved_snippets')).json.saved_snippets as Params[];
    assert.equal(kept[0]?.title, 'Hello');
    assert.equal((await world.anonymous.get('/saved_snippets')).status, 401);
  });
});

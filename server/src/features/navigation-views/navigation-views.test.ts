import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld } from '../../../../tests/support/world.ts';

const own = { fragment: 'narrow/channel/3-design/topic/loom', is_pinned: true, name: 'Loom' };

onBothEngines('Navigation views', (engine) => {
  test('are added, listed, changed and removed, each for its owner alone', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = world.as('dan');
    assert.equal((await dan.post('/navigation_views', own)).status, 200);
    assert.equal((await dan.post('/navigation_views', { fragment: 'inbox', is_pinned: false })).status, 200);
    const inbox = { fragment: 'inbox', is_pinned: false, name: null };
    assert.deepEqual((await dan.get('/navigation_views')).json.navigation_views, [inbox, own]);
    assert.deepEqual((await world.as('eve').get('/navigation_views')).json.navigation_views, []);
    assert.equal((await dan.patch(`/navigation_views/${own.fragment}`, { name: 'Weft' })).status, 200);
    assert.equal((await dan.patch('/navigation_views/inbox', { is_pinned: true })).status, 200);
    assert.deepEqual((await dan.get('/navigation_views')).json.navigation_views, [
      { ...inbox, is_pinned: true },
      { ...own, name: 'Weft' },
    ]);
    assert.equal((await dan.delete('/navigation_views/inbox')).status, 200);
    assert.equal((await dan.get('/navigation_views')).json.navigation_views.length, 1);
  });

  test('are found whether the slashes of the fragment are encoded or not', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = world.as('dan');
    await dan.post('/navigation_views', own);
    const encoded = `/navigation_views/${encodeURIComponent(own.fragment)}`;
    assert.equal((await dan.patch(encoded, { is_pinned: false })).status, 200);
    assert.equal((await dan.delete(`/navigation_views/${own.fragment}`)).status, 200);
  });

  test('that are built in take no name, and own ones need one', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = world.as('dan');
    const unlisted = await dan.patch('/navigation_views/recent', { name: 'News' });
    assert.deepEqual(
      [unlisted.status, unlisted.json.code, unlisted.json.msg],
      [400, 'BAD_REQUEST', 'Built-in views cannot have a custom name'],
    );
    await dan.post('/navigation_views', { fragment: 'recent', is_pinned: true });
    const renamed = await dan.patch('/navigation_views/recent', { name: 'News', is_pinned: false });
    assert.deepEqual(
      [renamed.status, renamed.json.code, renamed.json.msg],
      [400, 'BAD_REQUEST', 'Built-in views cannot have a custom name'],
    );
    assert.equal((await dan.get('/navigation_views')).json.navigation_views[0].is_pinned, true);
    const named = await dan.post('/navigation_views', { fragment: 'inbox', is_pinned: true, name: 'In' });
    assert.equal(named.json.msg, 'Built-in views cannot have a custom name');
    for (const name of [undefined, '', '  ', 'a'.repeat(101), 'a\u0007']) {
      const { status, json } = await dan.post('/navigation_views', { ...own, name });
      assert.deepEqual([status, json.msg], [400, 'Custom views must have a valid name.']);
    }
  });

  test('exist once by fragment and by name', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = world.as('dan');
    await dan.post('/navigation_views', own);
    await dan.post('/navigation_views', { ...own, fragment: 'narrow/is/dm', name: 'Direct' });
    for (const again of [own, { ...own, name: 'Other' }, { ...own, fragment: 'narrow/is/unread' }]) {
      const { status, json } = await dan.post('/navigation_views', again);
      assert.deepEqual([status, json.msg], [400, 'Navigation view already exists.']);
    }
    assert.equal((await dan.patch('/navigation_views/narrow/is/dm', { name: 'Loom' })).status, 400);
    assert.equal((await dan.patch('/navigation_views/narrow/is/dm', { name: 'Direct' })).status, 200);
  });

  test('that do not exist are not found, those of others among them', async (t) => {
    const world = await makeWorld(t, engine);
    await world.as('eve').post('/navigation_views', own);
    for (const attempt of [
      world.as('dan').patch(`/navigation_views/${own.fragment}`, { is_pinned: false }),
      world.as('dan').delete(`/navigation_views/${own.fragment}`),
    ]) {
      const { status, json } = await attempt;
      assert.deepEqual([status, json.code, json.msg], [404, 'NOT_FOUND', 'Navigation view does not exist.']);
    }
    assert.deepEqual((await world.as('eve').get('/navigation_views')).json.navigation_views, [own]);
  });

  test('refuse a request without the fragment, and one that changes nothing', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = world.as('dan');
    assert.equal((await dan.post('/navigation_views', { fragment: '', is_pinned: true })).status, 400);
    assert.equal(
      (await dan.post('/navigation_views', { fragment: 'inbox' })).json.code,
      'REQUEST_VARIABLE_MISSING',
    );
    await dan.post('/navigation_views', own);
    assert.equal((await dan.patch(`/navigation_views/${own.fragment}`)).status, 400);
  });
});

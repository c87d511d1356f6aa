import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganization, addPerson } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listenAs } from '../../../../tests/support/talk.ts';
import { makeWorld, names } from '../../../../tests/support/world.ts';
import { addNavigationView, getNavigationViews } from './actions.ts';

const own = { fragment: 'narrow/channel/3-design/topic/loom', is_pinned: true, name: 'Loom' };

onBothEngines('Navigation views', (engine) => {
  test('Navigation views are added, listed, changed and removed by their owner', async (t) => {
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

  test('Navigation views are available to users of every role and bots, but not anonymously', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    const path = `/navigation_views/${own.fragment}`;
    for (const who of [...names, bot]) {
      const client = world.as(who);
      assert.deepEqual((await client.get('/navigation_views')).json.navigation_views, []);
      assert.equal((await client.post('/navigation_views', own)).status, 200);
      const { status, json } = await client.patch(path, { is_pinned: false });
      assert.deepEqual([status, json], [200, { result: 'success', msg: '' }]);
      const [view] = (await client.get('/navigation_views')).json.navigation_views;
      assert.deepEqual(view, { ...own, is_pinned: false });
    }
    const asked = [
      world.anonymous.get('/navigation_views'),
      world.anonymous.post('/navigation_views', own),
      world.anonymous.patch(path, { is_pinned: true }),
      world.anonymous.delete(path),
    ];
    for (const refused of asked) assert.equal((await refused).status, 401);
    for (const who of [...names, bot])
      assert.equal((await world.as(who).delete(path)).status, 200, 'nobody took it away');
  });

  test('Navigation view changes are emitted to their owner’s clients only, and not when refused', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = world.as('dan');
    await dan.post('/navigation_views', own);
    const types = { event_types: ['navigation_view'] };
    const [his, hers] = [await listenAs(world, 'dan', types), await listenAs(world, 'ada', types)];
    const path = `/navigation_views/${own.fragment}`;
    for (const wrong of [{ is_pinned: 'perhaps' }, { is_pinned: 2 }, { name: ' ' }, { name: 'a\u0007' }]) {
      const { status, json } = await dan.patch(path, wrong);
      assert.deepEqual([status, json.result], [400, 'error'], JSON.stringify(wrong));
    }
    assert.deepEqual((await dan.get('/navigation_views')).json.navigation_views, [own]);
    assert.deepEqual(await his.received(), []);
    const { json } = await dan.patch(path, { is_pinned: false, name: 'Weft', colour: 'indigo' });
    assert.deepEqual(json.ignored_parameters_unsupported, ['colour']);
    const [event, ...others] = await his.received();
    const notified = { type: 'navigation_view', op: 'update', fragment: own.fragment };
    assert.deepEqual(event, { ...notified, id: event.id, data: { name: 'Weft', is_pinned: false } });
    assert.deepEqual(others, []);
    assert.deepEqual(await hers.received(), []);
  });

  test('Navigation views are found by encoded and unencoded fragments', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = world.as('dan');
    await dan.post('/navigation_views', own);
    const encoded = `/navigation_views/${encodeURIComponent(own.fragment)}`;
    assert.equal((await dan.patch(encoded, { is_pinned: false })).status, 200);
    assert.equal((await dan.delete(`/navigation_views/${own.fragment}`)).status, 200);
  });

  test('Built-in navigation views take no name, and custom ones require one', async (t) => {
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

  test('Navigation views are unique by fragment and by name', async (t) => {
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

  test('Navigation views that do not exist or are of another user are not found', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { orgId, ownerId } = await addOrganization(world);
    const theirs = { ...own, fragment: 'narrow/is/followed' };
    await world.as('eve').post('/navigation_views', own);
    await world.app.db.write(orgId, 'system', (tx) => addNavigationView(tx, ownerId, theirs));
    for (const { fragment } of [own, theirs, { fragment: 'narrow' }, { fragment: 'inbox' }])
      for (const attempt of [
        world.as('dan').patch(`/navigation_views/${fragment}`, { is_pinned: false }),
        world.as('dan').delete(`/navigation_views/${fragment}`),
      ]) {
        const { status, json } = await attempt;
        assert.deepEqual(
          [status, json.code, json.msg],
          [404, 'NOT_FOUND', 'Navigation view does not exist.'],
        );
      }
    for (const name of ['Weft', '', 'a'.repeat(101)]) {
      const named = await world.as('dan').patch(`/navigation_views/${own.fragment}`, { name });
      assert.deepEqual([named.status, named.json.msg], [404, 'Navigation view does not exist.'], name);
    }
    assert.deepEqual((await world.as('eve').get('/navigation_views')).json.navigation_views, [own]);
    assert.deepEqual(await getNavigationViews(world.app.db.read, ownerId), [theirs]);
  });

  test('Navigation view requests require the fragment and the pin state', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = world.as('dan');
    assert.equal((await dan.post('/navigation_views', { fragment: '', is_pinned: true })).status, 400);
    assert.equal(
      (await dan.post('/navigation_views', { fragment: 'inbox' })).json.code,
      'REQUEST_VARIABLE_MISSING',
    );
  });

  test('Only what clients put after the # of an address is the fragment of a navigation view', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = world.as('dan');
    const add = (fragment: string) =>
      dan.post('/navigation_views', { fragment, is_pinned: true, name: `View ${fragment.slice(0, 60)}` });
    for (const fragment of [
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      '//evil.example/x',
      '/x',
      'https://evil.example',
      '#narrow/is/dm',
      'narrow is',
      'narrow/<b>',
      'narrow/"x"',
    ]) {
      const { status, json } = await add(fragment);
      assert.deepEqual([status, json.msg], [400, 'Invalid fragment'], fragment);
    }
    for (const fragment of [
      'topics',
      'all-messages',
      'narrow/channel/3-design/topic/a.20b.3A.20c/near/12',
      'narrow/-is/resolved/search/two.20words',
      'narrow/dm/2,1-dm',
      'narrow/search/%E7%B8%A6+x',
      'narrow/sender/dan@example.com',
      'streams/3/Größe',
    ])
      assert.equal((await add(fragment)).status, 200, fragment);
  });

  test('A navigation view with a control character in its fragment is refused', async (t) => {
    const world = await makeWorld(t, engine);
    const view = { fragment: 'narrow/\0', is_pinned: true, name: 'Broken' };
    const { status, json } = await world.as('dan').post('/navigation_views', view);
    assert.deepEqual([status, json.msg], [400, 'Invalid character in fragment.']);
    assert.equal((await world.as('dan').delete('/navigation_views/%00')).status, 404);
  });

  test('A navigation view request without changes emits no event', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = world.as('dan');
    await dan.post('/navigation_views', own);
    const queue = await listenAs(world, 'dan', { event_types: ['navigation_view'] });
    const before = (await dan.get('/navigation_views')).json;
    assert.equal((await dan.patch(`/navigation_views/${own.fragment}`)).status, 200);
    assert.deepEqual((await dan.get('/navigation_views')).json, before);
    assert.deepEqual(await queue.received(), []);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const tada = { emoji_name: 'tada' };

async function getReactions(world: World, messageId: number): Promise<unknown[]> {
  const { json } = await world.as('dan').get(`/messages/${messageId}`);
  return (json.message as { reactions: unknown[] }).reactions;
}

async function sayAs(world: World, who: Name, content: string): Promise<number> {
  const params = { type: 'channel', to: 'general', topic: 'override', content };
  const { status, json } = await world.as(who).post('/messages', params);
  assert.equal(status, 200, json.msg);
  return json.id as number;
}

onBothEngines('The form field method of a POST request', (engine) => {
  test('The form field method=DELETE removes a reaction, by form and by multipart form', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await sayAs(world, 'eve', 'hello');
    const dan = world.as('dan');
    const multipart = new FormData();
    for (const [name, value] of Object.entries({ ...tada, method: 'DELETE' })) multipart.set(name, value);
    for (const remove of [
      () => dan.post(`/messages/${id}/reactions`, { ...tada, method: 'DELETE' }),
      () => dan.send('POST', `/messages/${id}/reactions`, { body: multipart }),
    ]) {
      assert.equal((await dan.post(`/messages/${id}/reactions`, tada)).status, 200);
      assert.equal((await getReactions(world, id)).length, 1);
      const { status, json } = await remove();
      assert.equal(status, 200, json.msg);
      assert.equal('ignored_parameters_unsupported' in json, false);
      assert.deepEqual(await getReactions(world, id), []);
    }
  });

  test('The form field method selects operations at paths without POST, with their parameters and policy', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await sayAs(world, 'dan', 'hello');
    const edited = await world.as('dan').post(`/messages/${id}`, { method: 'PATCH', content: 'changed' });
    assert.equal(edited.status, 200, edited.json.msg);
    const read = await world.as('eve').post(`/messages/${id}`, { method: 'GET', apply_markdown: false });
    assert.equal((read.json.message as { content: string }).content, 'changed');
    const { json: before } = await world.as('dan').get('/users/me');
    const refused = await world.as('dan').post(`/users/${before.user_id}`, { method: 'DELETE' });
    assert.equal(refused.json.code, 'UNAUTHORIZED_PRINCIPAL');
    assert.equal((await world.as('dan').get('/users/me')).json.is_active, true);
    assert.equal((await world.anonymous.post(`/messages/${id}`, { method: 'DELETE' })).status, 401);
    assert.equal((await world.as('dan').get(`/messages/${id}`)).status, 200);
  });

  test('The form field method gets 405 without effect if it names no method of the path', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await sayAs(world, 'eve', 'hello');
    for (const method of ['PATCH', 'delete', 'BREW', '', 'OPTIONS', 'HEAD', '__proto__']) {
      const { status, json } = await world.as('dan').post(`/messages/${id}/reactions`, { ...tada, method });
      assert.deepEqual([status, json.msg], [405, 'Method Not Allowed'], method);
      assert.deepEqual([...(json.allowed_methods as string[])].sort(), ['DELETE', 'POST'], method);
    }
    assert.equal((await world.as('dan').post(`/messages/${id}`, { method: 'HEAD' })).status, 405);
    assert.deepEqual(await getReactions(world, id), []);
    assert.equal((await world.as('dan').post('/no/such/thing', { method: 'DELETE' })).status, 404);
  });

  test('The parameter method is refused in the query and in requests other than POST, unless it equals their method', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await sayAs(world, 'eve', 'hello');
    const dan = world.as('dan');
    assert.equal((await dan.post(`/messages/${id}/reactions`, tada)).status, 200);
    const inQuery = await dan.post(`/messages/${id}/reactions?method=DELETE`, { emoji_name: 'heart' });
    const ofGet = await dan.get(`/messages/${id}`, { method: 'DELETE' });
    const ofDelete = await dan.send('DELETE', `/messages/${id}/reactions`, {
      body: new URLSearchParams({ ...tada, method: 'POST' }),
    });
    for (const { status, json } of [inQuery, ofGet, ofDelete])
      assert.deepEqual([status, json.code], [400, 'BAD_REQUEST'], json.msg);
    assert.equal((await getReactions(world, id)).length, 1);
    assert.equal((await dan.get(`/messages/${id}`, { method: 'GET' })).status, 200);
    const same = await dan.post(`/messages/${id}/reactions?method=POST`, {
      emoji_name: 'heart',
      method: 'POST',
    });
    assert.equal(same.status, 200, same.json.msg);
  });

  test('A duplicate form field method is refused, in any body or the query', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await sayAs(world, 'dan', 'hello');
    const dan = world.as('dan');
    const multipart = new FormData();
    for (const method of ['POST', 'DELETE']) multipart.append('method', method);
    const form = (text: string) =>
      dan.send('POST', `/messages/${id}`, {
        body: text,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const refused = [
      await form('method=GET&method=DELETE'),
      await form('method=DELETE&m%65thod=GET'),
      await form('method=DELETE&method=DELETE'),
      await dan.send('POST', `/messages/${id}`, { body: multipart }),
      await dan.get(`/messages/${id}?method=DELETE&method=GET`),
    ];
    for (const { status, json } of refused)
      assert.deepEqual([status, json.code], [400, 'BAD_REQUEST'], json.msg);
    assert.equal((await dan.get(`/messages/${id}`)).status, 200);
  });

  test('The form field method counts against the rate limit of the selected operation', async (t) => {
    const world = await makeWorld(t, engine, { rateLimits: 'on' });
    const dan = world.as('dan');
    const { json } = await dan.post('/register', {});
    const polled = await dan.post('/events', {
      method: 'GET',
      queue_id: json.queue_id,
      last_event_id: json.last_event_id,
      dont_block: true,
    });
    assert.deepEqual([polled.status, polled.headers.get('x-ratelimit-limit')], [200, null]);
    const counted = await dan.post('/messages/1', { method: 'DELETE' });
    assert.equal(counted.headers.get('x-ratelimit-limit'), '200');
  });
});

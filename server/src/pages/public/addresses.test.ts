import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setChannel } from '../../../../tests/support/change.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { openLounge } from '../../../../tests/support/fixtures/spectators.ts';
import { say } from '../../../../tests/support/talk.ts';
import type { Visitor } from '../../../../tests/support/clients/visitor.ts';
import type { World } from '../../../../tests/support/world.ts';

async function edit(world: World, id: number, params: Params): Promise<void> {
  const quiet = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };
  const { status, json } = await world.as('ada').patch(`/messages/${id}`, { ...quiet, ...params });
  assert.equal(status, 200, json.msg);
}

/** Status and where it leads. */
async function at(visitor: Visitor, path: string): Promise<[number, string]> {
  const { status, location, headers } = await visitor.open(path);
  assert.equal(headers.get('cache-control'), 'no-cache', path);
  return [status, location];
}

const all = { propagate_mode: 'change_all' };

onBothEngines('Addresses of public pages', (engine) => {
  test('A topic is found by its id whatever words follow, and leads to its present name', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    const id = await say(world, 'eve', 'lounge', 'tea', 'hello');
    for (const path of [`/public/topic/${id}`, `/public/topic/${id}-cake`, `/public/topic/${id}-Tea`])
      assert.deepEqual(await at(visitor, path), [301, `/public/topic/${id}-tea`]);
    assert.deepEqual(await at(visitor, `/public/topic/${id}-tea`), [200, '']);
    await edit(world, id, { topic: 'Übung', ...all });
    const path = `/public/topic/${id}-%C3%BCbung`;
    assert.deepEqual(await at(visitor, `/public/topic/${id}-tea`), [301, path]);
    assert.deepEqual(await at(visitor, path), [200, '']);
    await edit(world, id, { topic: 'tea', ...all });
    assert.deepEqual(await at(visitor, path), [301, `/public/topic/${id}-tea`]);
    assert.deepEqual(await at(visitor, `/public/topic/${id}-tea`), [200, '']);
  });

  test('A renamed channel leads to its present name, and resolving a topic changes no address', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    const { lounge } = world.channels;
    const id = await say(world, 'eve', 'lounge', 'tea', 'hello');
    assert.deepEqual(await at(visitor, `/public/channel/${lounge}-lounge`), [200, '']);
    assert.equal((await world.as('ada').patch(`/streams/${lounge}`, { new_name: 'Salon' })).status, 200);
    assert.deepEqual(await at(visitor, `/public/channel/${lounge}-lounge`), [
      301,
      `/public/channel/${lounge}-salon`,
    ]);
    await edit(world, id, { topic: '✔ tea', ...all });
    assert.deepEqual(await at(visitor, `/public/topic/${id}-tea`), [200, '']);
  });

  test('The address of a topic follows its messages when they move, and ends where they are not open', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    const { lounge, general, vault } = world.channels;
    await setChannel(world, general, { is_web_public: 1 });
    const first = await say(world, 'eve', 'lounge', 'tea', 'one');
    const second = await say(world, 'eve', 'lounge', 'tea', 'two');
    const other = await say(world, 'eve', 'lounge', 'cake', 'three');

    // The first message leaves: its number goes with it, and those of the others lead to what is left.
    await edit(world, first, { stream_id: general, topic: 'pots', propagate_mode: 'change_one' });
    assert.deepEqual(await at(visitor, `/public/topic/${first}-tea`), [301, `/public/topic/${first}-pots`]);
    assert.deepEqual(await at(visitor, `/public/topic/${second}-tea`), [200, '']);

    // A topic that becomes part of another is found there.
    await edit(world, other, { topic: 'tea', ...all });
    assert.deepEqual(await at(visitor, `/public/topic/${other}-cake`), [301, `/public/topic/${second}-tea`]);

    await edit(world, second, { stream_id: vault, ...all });
    for (const id of [second, other])
      assert.deepEqual(await at(visitor, `/public/topic/${id}-tea`), [404, ''], String(id));
    const { text } = await visitor.open(`/public/channel/${lounge}-lounge`);
    assert.doesNotMatch(text, /public\/topic/);
  });

  test('The address of a message leads to where it is on the pages of its topic', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    const first = await say(world, 'eve', 'lounge', 'tea', 'one');
    let last = first;
    for (let n = 0; n < 200; n++) last = await say(world, 'eve', 'lounge', 'tea', 'more');
    const path = `/public/topic/${first}-tea`;
    assert.deepEqual(await at(visitor, `/public/message/${first}`), [302, `${path}#message-${first}`]);
    assert.deepEqual(await at(visitor, `/public/message/${last}`), [302, `${path}?page=2#message-${last}`]);
    assert.match((await visitor.open(`${path}?page=2`)).text, new RegExp(`id="message-${last}"`));
    assert.equal((await world.as('ada').delete(`/messages/${first}`)).status, 200);
    assert.deepEqual(await at(visitor, `/public/message/${last}`), [
      302,
      `/public/topic/${first + 1}-tea#message-${last}`,
    ]);
  });

  test('What is not open and what does not exist get the same page', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    const closed = await say(world, 'dan', 'vault', 'canary', 'canary');
    const { vault, general } = world.channels;
    const missing = (await visitor.open('/public/topic/999999')).text;
    for (const path of [
      `/public/topic/${closed}-canary`,
      `/public/message/${closed}`,
      `/public/channel/${vault}-vault`,
      `/public/channel/${general}-general`,
      '/public/channel/999999',
      '/public/message/999999',
      '/public/message/1-x',
      '/public/topic/x',
      '/public/topic/9999999999999999999',
      '/public/topic/%00',
      '/public/nothing',
      `/public/news/${closed}?after=1`,
      '/public/news/999999?after=1',
    ]) {
      const { status, text } = await visitor.open(path);
      assert.equal(status, 404, path);
      assert.equal(text, missing, path);
    }
    assert.doesNotMatch(missing, /canary|vault/);
  });
});

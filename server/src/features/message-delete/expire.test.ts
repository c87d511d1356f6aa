import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setChannel, setOrganization } from '../../../../tests/support/change.ts';
import type { JsonValue } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listenAs, say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { expireMessages } from './expire.ts';

const day = 24 * 3600_000;

/** As the clock will be that many days from now. */
const after = (world: World, days: number) => expireMessages(world.app, undefined, Date.now() + days * day);

async function seenBy(world: World, who: Name): Promise<string[]> {
  const { json } = await world
    .as(who)
    .get('/messages', { anchor: 'newest', num_before: 1000, num_after: 0, apply_markdown: false });
  return json.messages.map(({ content }: JsonValue) => content as string);
}

/** They were sent that many days ago. */
async function age(world: World, ids: readonly number[], days: number): Promise<void> {
  const sent_at = Date.now() - days * day;
  await world.app.db.write(world.orgId, 'system', async (tx) => {
    await tx.q.updateTable('message').set({ sent_at }).where('id', 'in', ids).execute();
  });
}

onBothEngines('Message retention', (engine) => {
  test('Messages are kept forever by default', async (t) => {
    const world = await makeWorld(t, engine);
    await say(world, 'dan', 'general', 'lunch', 'soup');
    await sendDirect(world, 'dan', ['eve'], 'psst');
    await after(world, 10_000);
    assert.deepEqual(await seenBy(world, 'eve'), ['soup', 'psst']);
  });

  test('Messages beyond the organization’s retention are deleted everywhere, with events to everyone who could read them', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, { message_retention_days: 30 });
    const first = await say(world, 'dan', 'general', 'lunch', 'soup');
    const second = await sendDirect(world, 'dan', ['eve'], 'psst');
    await age(world, [first, second], 31);
    await say(world, 'dan', 'general', 'lunch', 'stew');
    await sendDirect(world, 'dan', ['eve'], 'hello');
    const queue = await listenAs(world, 'eve', { event_types: ['delete_message', 'stream'] });
    await after(world, 0);
    assert.deepEqual(await seenBy(world, 'eve'), ['stew', 'hello']);
    const notified = (await queue.received()).map((event: JsonValue) => [
      event.type,
      event.message_id ?? event.property,
    ]);
    const expected = [
      ['delete_message', first],
      ['delete_message', second],
      ['stream', 'first_message_id'],
    ];
    assert.deepEqual(notified.sort(), expected.sort());
    const { json } = await world.as('eve').get(`/users/me/${world.channels.general}/topics`);
    assert.equal(json.topics.length, 1);
  });

  test('A channel’s retention setting overrides that of the organization', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, { message_retention_days: 30 });
    await setChannel(world, world.channels.general, { retention_days: -1 });
    await setChannel(world, world.channels.lounge, { retention_days: 2 });
    await say(world, 'ada', 'general', 'rules', 'for ever');
    await say(world, 'ada', 'lounge', 'tea', 'for two days');
    await say(world, 'ada', 'design', 'plan', 'for a month');
    await after(world, 1);
    assert.deepEqual(await seenBy(world, 'ada'), ['for ever', 'for two days', 'for a month']);
    await after(world, 3);
    assert.deepEqual(await seenBy(world, 'ada'), ['for ever', 'for a month']);
    await after(world, 31);
    assert.deepEqual(await seenBy(world, 'ada'), ['for ever']);
  });

  test('The deletion of expired messages continues after a server stopped between two batches', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await setChannel(world, world.channels.general, { retention_days: 1 });
    const ids: number[] = [];
    for (let i = 0; i < 102; i++) ids.push(await say(world, 'dan', 'general', 'a', `m${i}`));
    await age(world, ids, 2);
    let batches = 0;
    await expireMessages(world.app, () => batches++ > 0);
    assert.deepEqual(await seenBy(world, 'dan'), ['m100', 'm101']);
    const { json } = await world.as('eve').get(`/users/me/${world.channels.general}/topics`);
    assert.deepEqual(json.topics, [{ name: 'a', max_id: ids.at(-1) }]);
    await after(world, 0);
    assert.deepEqual(await seenBy(world, 'dan'), []);
  });

  test('The deletion of expired messages runs in as many batches as needed', async (t) => {
    const world = await makeWorld(t, engine);
    await setChannel(world, world.channels.general, { retention_days: 1 });
    for (let i = 0; i < 205; i++) await say(world, 'dan', 'general', `topic ${i % 3}`, `m${i}`);
    await after(world, 2);
    assert.deepEqual(await seenBy(world, 'dan'), []);
    const { json } = await world.as('dan').get(`/users/me/${world.channels.general}/topics`);
    assert.deepEqual(json.topics, []);
  });
});

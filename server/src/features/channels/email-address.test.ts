import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getBot } from '../../../../tests/support/fixtures/bots.ts';
import { groupId } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld } from '../../../../tests/support/world.ts';

onBothEngines('The email address of a channel', (engine) => {
  test('The email address of a channel is empty without a mail server, and refused to those who may not post', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, vault } = world.channels;
    const bot = await getBot(world, 'dan');
    const address = (who: 'dan' | 'gus', id: number, sender?: number) =>
      world.as(who).get(`/streams/${id}/email_address`, sender === undefined ? {} : { sender_id: sender });
    for (const sender of [undefined, world.people.dan.id, bot.id]) {
      const { status, json } = await address('dan', general, sender);
      assert.deepEqual([status, json.email], [200, ''], json.msg);
    }
    const notOwn = await address('dan', general, world.people.ben.id);
    assert.deepEqual([notOwn.status, notOwn.json.msg], [400, 'No such bot']);
    const hidden = await address('gus', vault);
    assert.deepEqual([hidden.status, hidden.json.msg], [400, 'Invalid channel ID']);
    const administrators = { new: await groupId(world, 'role:administrators') };
    await world.as('ada').patch(`/streams/${general}`, { can_send_message_group: administrators });
    const { json } = await address('dan', general);
    assert.equal(json.msg, 'You do not have permission to post in this channel.');
  });
});

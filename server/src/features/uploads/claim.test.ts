import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMembers } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { upload } from '../../../../tests/support/files.ts';
import { listenAs, say } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const link = ({ url }: { url: string }) => `[it](${url})`;

async function getClaims(world: World, who: Name = 'dan'): Promise<Record<string, number[]>> {
  const { json } = await world.as(who).get('/attachments');
  const all = json.attachments as { path_id: string; message_ids: number[] }[];
  return Object.fromEntries(all.map(({ path_id, message_ids }) => [path_id, message_ids]));
}

onBothEngines('Claiming files', (engine) => {
  test('A message with links to files claims them, with an event to their owners', async (t) => {
    const world = await makeWorld(t, engine);
    const [one, two] = [await upload(world, 'dan'), await upload(world, 'dan')];
    const queue = await listenAs(world, 'dan', { event_types: ['attachment'] });
    const first = await say(world, 'dan', 'general', 'files', `${link(one)} ${link(two)} ${link(one)}`);
    const second = await say(world, 'ada', 'general', 'files', `${world.url}${one.url}`);
    assert.deepEqual(await getClaims(world), { [one.path]: [first, second], [two.path]: [first] });
    const emitted = (await queue.received()).map(({ op, attachment }) => [
      op,
      attachment.path_id,
      attachment.message_ids,
    ]);
    assert.deepEqual(emitted, [
      ['update', one.path, [first]],
      ['update', two.path, [first]],
      ['update', one.path, [first, second]],
    ]);
    const narrow = [{ operator: 'has', operand: 'attachment' }];
    const { json } = await world
      .as('eve')
      .get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow });
    assert.deepEqual(
      json.messages.map(({ id }: { id: number }) => id),
      [first, second],
    );
  });

  test('A message claims a file whose name has letters of any script', async (t) => {
    const world = await makeWorld(t, engine);
    const file = await upload(world, 'dan', { name: 'Zażółć 織機.txt' });
    const id = await say(world, 'dan', 'general', 'files', link(file));
    const encoded = await say(world, 'dan', 'general', 'files', `[it](${encodeURI(file.url)})`);
    assert.deepEqual(await getClaims(world), { [file.path]: [id, encoded] });
  });

  test('Deleting a message releases its files', async (t) => {
    const world = await makeWorld(t, engine);
    const file = await upload(world, 'dan');
    const first = await say(world, 'dan', 'general', 'files', link(file));
    const second = await say(world, 'dan', 'general', 'files', link(file));
    const queue = await listenAs(world, 'dan', { event_types: ['attachment'] });
    for (const id of [first, second])
      assert.equal((await world.as('ada').delete(`/messages/${id}`)).status, 200);
    assert.deepEqual(await getClaims(world), { [file.path]: [] });
    const emitted = (await queue.received()).map(({ op, attachment }) => [op, attachment.message_ids]);
    assert.deepEqual(emitted, [
      ['update', [second]],
      ['update', []],
    ]);
  });

  test('The owner of a file learns of no messages with it that they may not read', async (t) => {
    const world = await makeWorld(t, engine);
    const [file, only] = [await upload(world, 'eve'), await upload(world, 'eve')];
    const shown = await say(world, 'eve', 'general', 'files', `${link(file)} ${link(only)}`);
    const queue = await listenAs(world, 'eve', { event_types: ['attachment'] });
    const direct = { type: 'direct', to: [world.people.dan.id], content: link(file) };
    const hidden = [
      (await world.as('ada').post('/messages', direct)).json.id as number,
      await say(world, 'ada', 'design', 'files', link(file)),
    ];
    assert.deepEqual((await getClaims(world, 'eve'))[file.path], [shown]);
    for (const id of hidden) assert.equal((await world.as('ada').delete(`/messages/${id}`)).status, 200);
    assert.deepEqual(await queue.received(), []);

    const copy = await say(world, 'ada', 'design', 'files', link(file));
    const changed = await world.as('eve').patch(`/messages/${shown}`, { content: 'nothing' });
    assert.deepEqual(
      changed.json.detached_uploads.map(({ path_id }: { path_id: string }) => path_id),
      [only.path],
      'a message that is hidden keeps the file',
    );
    await addMembers(world, world.channels.design, [world.people.eve.id]);
    assert.deepEqual((await getClaims(world, 'eve'))[file.path], [copy]);
  });

  test('Editing a message claims the files that it links to', async (t) => {
    const world = await makeWorld(t, engine);
    const [one, two, three] = [
      await upload(world, 'dan'),
      await upload(world, 'dan'),
      await upload(world, 'eve'),
    ];
    const id = await say(world, 'dan', 'general', 'files', `${link(one)} ${link(two)}`);
    const change = (content: string) => world.as('dan').patch(`/messages/${id}`, { content });
    const changed = await change(`${link(two)} ${link(three)}`);
    assert.equal(changed.status, 200, changed.json.msg);
    assert.deepEqual(
      changed.json.detached_uploads.map((file: { path_id: string; message_ids: number[] }) => [
        file.path_id,
        file.message_ids,
      ]),
      [[one.path, []]],
    );
    assert.deepEqual(await getClaims(world), { [one.path]: [], [two.path]: [id] });
    await change('nothing');
    assert.deepEqual(await getClaims(world), { [one.path]: [], [two.path]: [] });
    const narrow = [{ operator: 'has', operand: 'attachment' }];
    const { json } = await world
      .as('eve')
      .get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow });
    assert.deepEqual(json.messages, []);
    assert.deepEqual((await change('something')).json.detached_uploads, []);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listenAs } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const base = '/default_stream_groups';

async function getGroups(world: World, who: Name) {
  const asked = { event_types: [], fetch_event_types: ['default_stream_groups'] };
  return (await world.as(who).post('/register', asked)).json.realm_default_stream_groups;
}

const lists = (events: { default_stream_groups: unknown }[]) =>
  events.map(({ default_stream_groups }) => default_stream_groups);

onBothEngines('Default channel groups', (engine) => {
  test('Default channel groups are created, changed and deleted by administrators, with an event to everyone but guests', async (t) => {
    const world = await makeWorld(t, engine);
    const { design, lounge } = world.channels;
    const notified = await listenAs(world, 'ada', { event_types: ['default_stream_groups'] });
    const guest = await listenAs(world, 'gus', { event_types: ['default_stream_groups'] });
    const ben = world.as('ben');
    const made = { group_name: 'weavers', description: 'd', stream_names: ['lounge'] };
    assert.equal((await ben.post(`${base}/create`, made)).status, 200);
    const [group] = await getGroups(world, 'dan');
    const path = `${base}/${group.id}`;
    assert.deepEqual(group, { id: group.id, name: 'weavers', description: 'd', streams: [lounge] });
    assert.deepEqual(await getGroups(world, 'gus'), []);
    const renamed = { new_group_name: 'loomers', new_description: 'e' };
    assert.equal((await ben.patch(path, renamed)).status, 200);
    const change = (op: string, stream_names: string[]) =>
      world.as('ada').patch(`${path}/streams`, { op, stream_names });
    assert.equal((await change('add', ['design'])).status, 200);
    const again = await change('add', ['design']);
    const present = "Channel 'design' is already present in default channel group 'loomers'";
    assert.deepEqual([again.status, again.json.code, again.json.msg], [400, 'BAD_REQUEST', present]);
    assert.equal((await change('remove', ['lounge'])).status, 200);
    assert.match((await change('remove', ['lounge'])).json.msg, /is not present/);
    assert.match((await change('x', ['lounge'])).json.msg, /Invalid value for "op"/);
    assert.equal((await ben.delete(path)).status, 200);
    const gone = `Default channel group with id '${group.id}' does not exist.`;
    assert.equal((await ben.delete(path)).json.msg, gone);
    const changed = { ...group, name: 'loomers', description: 'e' };
    assert.deepEqual(lists(await notified.received()), [
      [group],
      [{ ...group, name: 'loomers' }],
      [changed],
      [{ ...changed, streams: [design, lounge].sort((a, b) => a - b) }],
      [{ ...changed, streams: [design] }],
      [],
    ]);
    assert.deepEqual(await guest.received(), []);
  });

  test('Default channel groups are refused with an invalid or duplicate name, or with default or missing channels', async (t) => {
    const world = await makeWorld(t, engine);
    const create = async (who: Name, params: Record<string, unknown>) => {
      const made = { group_name: 'weavers', description: 'd', stream_names: [], ...params };
      const { status, json } = await world.as(who).post(`${base}/create`, made);
      return status === 200 ? 'made' : json.msg;
    };
    assert.equal(await create('ada', {}), 'made');
    assert.equal(await create('ada', {}), "Default channel group 'weavers' already exists");
    assert.equal(await create('ada', { group_name: ' ' }), "Invalid default channel group name ' '");
    const other = { group_name: 'other' };
    assert.equal(
      await create('ada', { ...other, stream_names: ['nowhere'] }),
      "Invalid channel name 'nowhere'",
    );
    await world.as('ada').post('/default_streams', { stream_id: world.channels.lounge });
    assert.equal(
      await create('ada', { ...other, stream_names: ['lounge'] }),
      "'lounge' is a default channel and cannot be added to 'other'",
    );
    assert.match(await create('dan', other), /administrator/);
    const [{ id }] = await getGroups(world, 'dan');
    for (const nothing of [{}, { new_group_name: '' }, { new_group_name: '', new_description: '' }])
      assert.match((await world.as('ada').patch(`${base}/${id}`, nothing)).json.msg, /You must pass/);
  });

  test('Archiving a channel removes it from default channel groups, with an event to everyone but guests', async (t) => {
    const world = await makeWorld(t, engine);
    const { design, lounge } = world.channels;
    const ada = world.as('ada');
    for (const [group_name, stream_names] of [
      ['both', ['lounge', 'design']],
      ['other', ['design']],
    ] as const)
      await ada.post(`${base}/create`, { group_name, description: '', stream_names: [...stream_names] });
    const [both, other] = await getGroups(world, 'dan');
    const notified = await listenAs(world, 'dan', { event_types: ['default_stream_groups'] });
    assert.equal((await ada.delete(`/streams/${lounge}`)).status, 200);
    const after = [{ ...both, streams: [design] }, other];
    assert.deepEqual(lists(await notified.received()), [after]);
    assert.equal((await ada.patch(`/streams/${lounge}`, { is_archived: false })).status, 200);
    assert.deepEqual(await getGroups(world, 'dan'), after);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addGroup,
  addMembers,
  addPerson,
  deactivate,
  groupId,
  setOrganization,
} from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { getFlags, listenAs, say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const mention = (world: World, who: Name, content: string, topic = 't') =>
  world.as(who).post('/messages', { type: 'channel', to: world.channels.general, topic, content });

/** Makes #general larger than what everyone may call together. */
async function crowd(world: World): Promise<void> {
  const ids = [];
  for (let at = 0; at < 10; at++) ids.push((await addPerson(world, `extra${at}`)).id);
  await addMembers(world, world.channels.general, ids);
}

async function flagged(world: World): Promise<number[]> {
  const rows = await world.app.db.read.q.selectFrom('message_flag').select('user_id').execute();
  return rows.map((row) => row.user_id);
}

async function isReceived(world: World, who: Name, act: () => Promise<unknown>): Promise<string[]> {
  const listener = await listenAs(world, who);
  await act();
  const [event] = await listener.received();
  return event.flags;
}

onBothEngines('Mentions', (engine) => {
  test('Mentions set flags for the mentioned users, in the event and in the history', async (t) => {
    const world = await makeWorld(t, engine);
    const [dan, eve] = [await listenAs(world, 'dan'), await listenAs(world, 'eve')];
    const id = await say(world, 'ada', 'general', 't', 'hello @**Dan Ito**');
    assert.deepEqual((await dan.received())[0].flags, ['mentioned']);
    assert.deepEqual((await eve.received())[0].flags, []);
    assert.deepEqual(await getFlags(world, 'dan', id), ['mentioned']);
    assert.deepEqual(await getFlags(world, 'eve', id), []);
    const silent = await say(world, 'ada', 'general', 't', 'as @_**Dan Ito** said');
    assert.deepEqual(await getFlags(world, 'dan', silent), []);
  });

  test('Mentions do not reach users who are not subscribed', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await addGroup(world, 'crew', [world.people.dan.id, world.people.ben.id]);
    const content = '@**Ben Okafor** @*crew* @**all**';
    const everything = await listenAs(world, 'ben', { all_public_streams: true });
    const id = await say(world, 'ada', 'lounge', 't', content);
    const [event] = await everything.received();
    assert.equal(event.message.id, id);
    assert.deepEqual(event.flags, []);
    assert.deepEqual(await getFlags(world, 'ben', id), ['read', 'historical']);
    const member = await say(world, 'ada', 'design', 't', '@*crew*');
    assert.deepEqual(await getFlags(world, 'dan', member), ['mentioned']);
    assert.deepEqual(await flagged(world), [world.people.dan.id]);
  });

  test('Mentions in a direct conversation reach its participants only', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const id = await sendDirect(world, 'ada', ['dan'], '@**Dan Ito** and @**Eve Lindqvist**');
    assert.deepEqual(await getFlags(world, 'dan', id), ['mentioned']);
    assert.deepEqual(await flagged(world), [world.people.dan.id]);
    const all = await sendDirect(world, 'ada', ['dan'], '@**all** @**topic**');
    assert.deepEqual(await getFlags(world, 'dan', all), ['stream_wildcard_mentioned', 'wildcard_mentioned']);
  });

  test('Mentions of deactivated users show their name and reach nobody', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const left = await addPerson(world, 'left');
    await addMembers(world, world.channels.general, [left.id]);
    await deactivate(world, left.id);
    const response = await mention(world, 'ada', '@**left (added)**');
    const { json } = await world.as('dan').get(`/messages/${String(response.json.id)}`);
    assert.match(json.message.content, /user-mention silent/);
    assert.deepEqual(await flagged(world), []);
  });

  test('Mentions by a guest are limited to visible users', async (t) => {
    const world = await makeWorld(t, engine);
    await addPerson(world, 'newcomer');
    const content = async () => {
      const response = await mention(world, 'gus', '@**newcomer (added)** @**Ada Achterberg**');
      const { json } = await world.as('gus').get(`/messages/${String(response.json.id)}`);
      return json.message.content;
    };
    assert.equal((await content()).match(/user-mention/g)?.length, 2);
    await setOrganization(world, { can_access_all_users_group: await groupId(world, 'role:members') });
    assert.equal((await content()).match(/user-mention/g)?.length, 1);
  });
});

onBothEngines('Group mentions', (engine) => {
  test('Group mentions reach subscribed members, subgroups included', async (t) => {
    const world = await makeWorld(t, engine);
    const inner = await addGroup(world, 'inner', [world.people.eve.id]);
    const outer = await addGroup(world, 'outer', [world.people.dan.id]);
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      await tx.q.insertInto('group_subgroup').values({ group_id: outer, subgroup_id: inner }).execute();
      await tx.touch({ groups: [outer] });
    });
    const id = await say(world, 'ada', 'general', 't', '@*outer*');
    assert.deepEqual(await getFlags(world, 'dan', id), ['mentioned']);
    assert.deepEqual(await getFlags(world, 'eve', id), ['mentioned']);
    assert.deepEqual(await getFlags(world, 'cleo', id), []);
  });

  test('Group mentions require permission to mention the group', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await addGroup(world, 'crew', [world.people.dan.id]);
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      const settings = JSON.stringify({ can_mention_group: await groupId(world, 'role:moderators') });
      await tx.q.updateTable('user_group').set({ settings }).where('id', '=', id).execute();
      await tx.touch({ groups: [id] });
    });
    const refused = await mention(world, 'eve', '@*crew*');
    assert.equal(refused.status, 400);
    assert.equal(refused.json.msg, "You are not allowed to mention user group 'crew'.");
    assert.equal((await mention(world, 'eve', '@_*crew*')).status, 200);
    assert.equal((await mention(world, 'cleo', '@*crew*')).status, 200);
    await addGroup(world, 'gone', [world.people.dan.id], { isDeactivated: true });
    const gone = await mention(world, 'ada', '@*gone*');
    assert.equal(gone.status, 200);
    assert.deepEqual(await getFlags(world, 'dan', gone.json.id), []);
  });

  test('Group mentions do not bypass the limit on wildcard mentions', async (t) => {
    const world = await makeWorld(t, engine);
    const refused = await mention(world, 'ada', '@*role:everyone*');
    assert.equal(refused.status, 400);
    assert.match(refused.json.msg, /not allowed to mention/);
  });
});

onBothEngines('Wildcard mentions', (engine) => {
  test('A channel wildcard mention flags all subscribers', async (t) => {
    const world = await makeWorld(t, engine);
    const flags = await isReceived(world, 'eve', () => mention(world, 'dan', '@**everyone** hello'));
    assert.deepEqual(flags, ['stream_wildcard_mentioned', 'wildcard_mentioned']);
  });

  test('Mentions after a backslash reach nobody', async (t) => {
    const world = await makeWorld(t, engine);
    await addGroup(world, 'crew', [world.people.dan.id]);
    const references = String.raw`\@**all** \@**topic** \@**Dan Ito** \@*crew* \\@**everyone**`;
    const id = await say(world, 'ada', 'general', 't', references);
    assert.deepEqual(await getFlags(world, 'dan', id), []);
    assert.deepEqual(await getFlags(world, 'ada', id), ['read']);
  });

  test('A topic wildcard mention flags participants who are still subscribed', async (t) => {
    const world = await makeWorld(t, engine);
    await say(world, 'eve', 'general', 'plans');
    await say(world, 'cleo', 'general', 'other');
    const id = await say(world, 'dan', 'general', 'Plans', '@**topic** hello');
    const reached = ['topic_wildcard_mentioned', 'wildcard_mentioned'];
    assert.deepEqual(await getFlags(world, 'eve', id), reached);
    assert.deepEqual(await getFlags(world, 'dan', id), ['read', ...reached]);
    assert.deepEqual(await getFlags(world, 'cleo', id), []);
  });

  test('Wildcard mentions are free in small channels and require permission in large ones', async (t) => {
    const world = await makeWorld(t, engine);
    assert.equal((await mention(world, 'dan', '@**all**')).status, 200);
    await crowd(world);
    await setOrganization(world, { can_mention_many_users_group: await groupId(world, 'role:moderators') });
    const refused = await mention(world, 'dan', '@**all**');
    assert.equal(refused.status, 400);
    assert.equal(refused.json.code, 'STREAM_WILDCARD_MENTION_NOT_ALLOWED');
    assert.equal(
      refused.json.msg,
      'You do not have permission to use channel wildcard mentions in this channel.',
    );
    assert.equal((await mention(world, 'cleo', '@**all**')).status, 200);
    // A large channel, but a topic with few people in it.
    assert.equal((await mention(world, 'dan', '@**topic**', 'quiet')).status, 200);
    assert.equal((await mention(world, 'dan', '@_**all**')).status, 200);
  });

  test('Topic wildcard mentions require permission in topics with many participants', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, { can_mention_many_users_group: await groupId(world, 'role:moderators') });
    for (let at = 0; at < 16; at++) {
      const extra = await addPerson(world, `writer${at}`);
      await addMembers(world, world.channels.general, [extra.id]);
      const { status } = await world
        .as(extra)
        .post('/messages', { type: 'channel', to: world.channels.general, topic: 'busy', content: 'x' });
      assert.equal(status, 200);
    }
    const refused = await mention(world, 'dan', '@**topic**', 'busy');
    assert.equal(refused.json.code, 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED');
    assert.equal(
      refused.json.msg,
      'You do not have permission to use topic wildcard mentions in this topic.',
    );
    assert.equal((await mention(world, 'cleo', '@**topic**', 'busy')).status, 200);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addChannel, addMembers, setOrganization } from '../../../../tests/support/change.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listenAs, say } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

async function moved(world: World, who: Name, id: number, params: Params): Promise<void> {
  const { status, json } = await world.as(who).patch(`/messages/${id}`, params);
  assert.equal(status, 200, json.msg);
}

/** What the notification bot has sent: channel, topic, text. */
async function notices(world: World): Promise<unknown[]> {
  const rows = await world.app.db.read.q
    .selectFrom('message')
    .select(['channel_id', 'topic', 'content'])
    .where('client', '=', 'Internal')
    .orderBy('id')
    .execute();
  return rows.map((row) => [row.channel_id, row.topic, row.content]);
}

onBothEngines('The notification bot', (engine) => {
  test('A move posts a notice in both topics, if its author wants it', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { general, lounge } = world.channels;
    const by = `@_**Ada Achterberg|${world.people.ada.id}**`;
    await say(world, 'dan', 'general', 'a', 'stays');
    const first = await say(world, 'dan', 'general', 'a');
    const second = await say(world, 'dan', 'general', 'a');
    await say(world, 'dan', 'general', 'a');
    const both = { send_notification_to_old_thread: true };
    await moved(world, 'ada', first, { topic: 'b', ...both });
    await moved(world, 'ada', second, { topic: 'c', propagate_mode: 'change_later', ...both });
    await moved(world, 'ada', second, { stream_id: lounge, propagate_mode: 'change_all', ...both });
    await moved(world, 'ada', first, { topic: 'd', send_notification_to_new_thread: false });
    const link = `/#narrow/channel/${general}-general/topic/b/near/${first}`;
    assert.deepEqual(await notices(world), [
      [general, 'b', `[A message](${link}) was moved here from #**general>a** by ${by}.`],
      // It moves along, as all messages of a topic do.
      [lounge, 'c', `[A message](${link}) was moved from this topic to #**general>b** by ${by}.`],
      [lounge, 'c', `3 messages were moved here from #**general>a** by ${by}.`],
      [general, 'a', `3 messages were moved from this topic to #**general>c** by ${by}.`],
      [lounge, 'c', `This topic was moved here from #**general>c** by ${by}.`],
      [general, 'c', `This topic was moved to #**lounge>c** by ${by}.`],
    ]);
  });

  test('A move notice links the other topic so that the link follows it, and an empty topic by its name', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { general, lounge } = world.channels;
    const rendered = async () =>
      (
        await world.app.db.read.q
          .selectFrom('message')
          .select('rendered')
          .where('client', '=', 'Internal')
          .orderBy('id')
          .execute()
      ).map((row) => /href="([^"]*topic[^"]*)">#/.exec(row.rendered)?.[1]);
    const stays = await say(world, 'dan', 'general', 'a');
    const first = await say(world, 'dan', 'general', 'a');
    const both = { send_notification_to_old_thread: true };
    await moved(world, 'dan', first, { topic: 'b', propagate_mode: 'change_later', ...both });
    const at = (channel: string, topic: string, id?: number) =>
      `/#narrow/channel/${channel}/topic/${topic}${id === undefined ? '' : `/with/${id}`}`;
    const [arrived, left] = await rendered();
    assert.equal(arrived, at(`${general}-general`, 'a', stays));
    assert.match(left ?? '', new RegExp(`^${at(`${general}-general`, 'b', 0).slice(0, -1)}\\d+$`));
    await moved(world, 'ada', stays, { stream_id: lounge, propagate_mode: 'change_all' });
    assert.equal((await rendered()).at(-1), at(`${general}-general`, 'a'));
  });

  test('A move notice distinguishes an existing topic from a new one', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { general, vault } = world.channels;
    const by = `@_**Dan Ito|${world.people.dan.id}**`;
    await say(world, 'dan', 'general', 'b');
    const [first, second] = [
      await say(world, 'dan', 'general', 'a'),
      await say(world, 'dan', 'general', 'a'),
    ];
    const all = { propagate_mode: 'change_all', send_notification_to_old_thread: true };
    await moved(world, 'dan', first, { topic: 'b', ...all });
    await moved(world, 'dan', second, { topic: 'c', propagate_mode: 'change_one' });
    assert.deepEqual((await notices(world)).slice(0, 2), [
      [general, 'b', `2 messages were moved here from #**general>a** by ${by}.`],
      [general, 'a', `This topic was moved to #**general>b** by ${by}.`],
    ]);
    await say(world, 'ada', 'vault', 'keys', 'before Ben came');
    await addMembers(world, vault, [world.people.ben.id]);
    const later = await say(world, 'ada', 'vault', 'keys');
    await moved(world, 'ben', later, { topic: 'locks', propagate_mode: 'change_later' });
    assert.deepEqual((await notices(world)).at(-1), [
      vault,
      'locks',
      `This topic was moved here from #**vault>keys** by @_**Ben Okafor|${world.people.ben.id}**.`,
    ]);
  });

  test('The name of a topic makes a move notice mention nobody and link nothing', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const topic = '* @**all** [a](https://example.com) ` b';
    const id = await say(world, 'dan', 'general', topic);
    await moved(world, 'dan', id, { topic: 'b', propagate_mode: 'change_all' });
    const { rendered } = await world.app.db.read.q
      .selectFrom('message')
      .select('rendered')
      .where('client', '=', 'Internal')
      .executeTakeFirstOrThrow();
    assert.doesNotMatch(rendered, /<a |data-user-id="\*"/);
    assert.ok(rendered.includes(`<code>#general &gt; ${topic}</code>`), rendered);
  });

  test('A move notice does not name a channel to those who may not know of it', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { general, lounge, design } = world.channels;
    const by = `@_**Ada Achterberg|${world.people.ada.id}**`;
    const all = { propagate_mode: 'change_all' };
    const move = async (from: 'lounge' | 'design', stream_id: number, topic: string) =>
      moved(world, 'ada', await say(world, 'ada', from, 'a'), { stream_id, topic, ...all });
    await move('lounge', general, 'guests are here');
    await move('design', lounge, 'anyone reads here');
    await move('lounge', design, 'all know it');
    assert.deepEqual(await notices(world), [
      [general, 'guests are here', `This topic was moved here by ${by}.`],
      [lounge, 'anyone reads here', `This topic was moved here by ${by}.`],
      [design, 'all know it', `This topic was moved here from #**lounge>a** by ${by}.`],
    ]);
  });

  test('A move notice does not name a channel to those who know of it but cannot read it', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const attic = await addChannel(world, { name: 'attic', isPrivate: true });
    await addMembers(world, attic, [world.people.ada.id, world.people.ben.id]);
    const id = await say(world, 'ada', 'design', 'a');
    await moved(world, 'ada', id, { stream_id: attic, propagate_mode: 'change_all' });
    const by = `@_**Ada Achterberg|${world.people.ada.id}**`;
    assert.deepEqual(await notices(world), [[attic, 'a', `This topic was moved here by ${by}.`]]);
  });

  test('A move notice is unread for everyone but the user who moved the messages in a client', async (t) => {
    const world = await makeWorld(t, engine);
    const queues = { dan: await listenAs(world, 'dan'), eve: await listenAs(world, 'eve') };
    const received = async (who: 'dan' | 'eve') =>
      (await queues[who].received()).filter(({ message }) => message.client === 'Internal');
    const both = { send_notification_to_old_thread: true };
    const programs: [userAgent: string, flags: string[]][] = [
      ['Mozilla/5.0 (X11; Linux x86_64)', ['read']],
      ['iOS/17', ['read']],
      ['python-requests/2.32', []],
      ['curl/8.5.0', []],
    ];
    for (const [userAgent, flags] of programs) {
      const id = await say(world, 'eve', 'general', `by ${userAgent}`);
      const headers = { 'user-agent': userAgent };
      const params = { topic: `away with ${userAgent}`, ...both };
      const { status, json } = await world.as('dan').patch(`/messages/${id}`, params, { headers });
      assert.equal(status, 200, json.msg);
      const own = (await received('dan')).map((event) => event.flags);
      assert.deepEqual(own, [flags, flags], userAgent);
      const others = (await received('eve')).map((event) => event.flags);
      assert.deepEqual(others, [[], []], userAgent);
    }
  });

  test('A notice is posted when a topic is resolved, and again when it is unresolved', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { general } = world.channels;
    const by = `@_**Eve Lindqvist|${world.people.eve.id}**`;
    const id = await say(world, 'dan', 'general', 'a');
    const all = { propagate_mode: 'change_all' };
    await moved(world, 'eve', id, { topic: '✔ a', ...all });
    assert.deepEqual(await notices(world), [[general, '✔ a', `${by} has marked this topic as resolved.`]]);
    await moved(world, 'eve', id, { topic: 'a', ...all });
    assert.deepEqual(await notices(world), []);
    await moved(world, 'eve', id, { topic: '✔ a', ...all });
    await say(world, 'dan', 'general', '✔ a', 'not so fast');
    await moved(world, 'eve', id, { topic: 'a', ...all });
    assert.deepEqual(await notices(world), [
      [general, 'a', `${by} has marked this topic as resolved.`],
      [general, 'a', `${by} has marked this topic as unresolved.`],
    ]);
  });

  test('No notice is posted in a topic that the channel’s policy forbids', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const id = await say(world, 'dan', 'general', '');
    await setOrganization(world, { topics_policy: 'disable_empty_topic' });
    const other = await addChannel(world, { name: 'other' });
    await addMembers(world, other, [world.people.dan.id]);
    await moved(world, 'dan', id, {
      stream_id: other,
      topic: 'named',
      send_notification_to_old_thread: true,
    });
    assert.deepEqual(
      (await notices(world)).map((notice) => (notice as unknown[])[0]),
      [other],
    );
  });
});

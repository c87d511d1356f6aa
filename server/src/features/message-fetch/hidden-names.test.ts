import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { makeBot } from '../../../../tests/support/fixtures/bots.ts';
import { setChannel, setOrganization } from '../../../../tests/support/change.ts';
import type { Json } from '../../../../tests/support/client.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { sendFiles } from '../../../../tests/support/files.ts';
import { picture } from '../../../../tests/support/fixtures/pictures.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';

async function openWorld(t: TestContext, engine: Engine): Promise<World> {
  const world = await makeWorld(t, engine, { config: { webPublicChannels: 'on' } });
  await setOrganization(world, { enable_spectator_access: true });
  await setChannel(world, world.channels.lounge, { is_web_public: 1 });
  return world;
}

const inLounge = [{ operator: 'channel', operand: 'lounge' }];

const read = async (world: World, asHtml = true): Promise<Json> => {
  const params = { anchor: 'newest', num_before: 20, num_after: 0, narrow: inLounge, apply_markdown: asHtml };
  const { status, json } = await world.anonymous.get('/messages', params);
  assert.equal(status, 200, json.msg);
  return json;
};

const mentions =
  '@**Ada Achterberg** and @_**Cléo Marchand** and @**all**\n' +
  '@_**Ada Achterberg|ID** [said](https://example.com):\n```quote\n@**Gus Parker**\n```';

const written = (world: World) => mentions.replace('ID', String(world.people.ada.id));

const choose = (world: World, spectator_name_format: string) =>
  world.as('ben').patch('/realm', { spectator_name_format });

onBothEngines('Names shown without an account', (engine) => {
  test('People without an account see full names unless the organization hides them', async (t) => {
    const world = await openWorld(t, engine);
    await say(world, 'eve', 'lounge', 'tea', written(world));
    const { messages } = await read(world);
    assert.equal(messages[0].sender_full_name, 'Eve Lindqvist');
    assert.match(messages[0].content, />@Ada Achterberg<.*>Cléo Marchand</s);
  });

  test('First names replace full names of senders and in every kind of mention', async (t) => {
    const world = await openWorld(t, engine);
    const id = await say(world, 'eve', 'lounge', 'tea', written(world));
    assert.equal((await choose(world, 'first_name')).status, 200);
    const [message] = (await read(world)).messages;
    assert.equal(message.sender_full_name, 'Eve');
    const content: string = message.content;
    assert.match(content, />@Ada<.*>Cléo<.*>@all<.*>Ada<.*>Gus</s);
    const { ada } = world.people;
    const source: string = (await read(world, false)).messages[0].content;
    assert.ok(source.startsWith(`@**Ada|${ada.id}** and @_**Cléo|`), source);
    assert.ok(source.includes(`@_**Ada|${ada.id}** [said]`), source);
    const alone = (await world.anonymous.get(`/messages/${id}`)).json;
    const everything = JSON.stringify([alone, await read(world), source]);
    for (const hidden of ['Achterberg', 'Marchand', 'Parker', 'Lindqvist'])
      assert.ok(!everything.includes(hidden), hidden);
    assert.equal(
      (await world.as('gus').get(`/messages/${id}`)).json.message.sender_full_name,
      'Eve Lindqvist',
    );
  });

  test('Pseudonyms are the same in senders and mentions, and stay the same', async (t) => {
    const world = await openWorld(t, engine);
    await say(world, 'eve', 'lounge', 'tea', 'hello');
    await say(world, 'ada', 'lounge', 'tea', '@**Eve Lindqvist** hello');
    await choose(world, 'pseudonym');
    const [first, second] = (await read(world)).messages;
    const name: string = first.sender_full_name;
    assert.match(name, /^[A-Z][a-z]+ \w{6}$/);
    assert.notEqual(second.sender_full_name, name);
    assert.ok(second.content.includes(`>@${name}</span>`), second.content);
    await world.restart();
    assert.equal((await read(world)).messages[0].sender_full_name, name);
  });

  test('Neither an uploaded picture nor a search gives a hidden name away', async (t) => {
    const world = await openWorld(t, engine);
    const photo = { name: 'me.png', type: 'image/png', content: await picture(300, 200) };
    assert.equal((await sendFiles(world, 'eve', [photo], '/users/me/avatar')).status, 200);
    await say(world, 'eve', 'lounge', 'tea', 'hello @**Ada Achterberg**');
    const before: string = (await read(world)).messages[0].avatar_url;
    assert.match(before, /x=/);
    await choose(world, 'first_name');
    const { avatar_url: after } = (await read(world)).messages[0];
    assert.equal(after, `/avatar/${world.people.eve.id}?version=1`);
    const narrow = [...inLounge, { operator: 'search', operand: 'achterberg' }];
    const params = { anchor: 'newest', num_before: 20, num_after: 0 };
    for (const negated of [false, true]) {
      const asked = narrow.map((term) => (term.operator === 'search' ? { ...term, negated } : term));
      assert.equal((await world.anonymous.get('/messages', { ...params, narrow: asked })).status, 401);
    }
    await choose(world, 'full_name');
    assert.equal((await world.anonymous.get('/messages', { ...params, narrow })).json.messages.length, 1);
  });

  test('Mentions that name nobody by now, and hostile names, stay harmless', async (t) => {
    const world = await openWorld(t, engine);
    const renamed = await world.as('dan').patch('/settings', { full_name: 'Tom&Co. Jerry' });
    assert.equal(renamed.status, 200, renamed.json.msg);
    await say(world, 'eve', 'lounge', 'tea', '@**Former Name** `@**Ada Achterberg**`');
    await say(world, 'eve', 'lounge', 'tea', `@_**|${world.people.dan.id}**`);
    await choose(world, 'first_name');
    const sources = (await read(world, false)).messages.map(({ content }: Json) => content);
    assert.deepEqual(sources, [
      `@**…** \`@**Ada|${world.people.ada.id}**\``,
      `@_**Tom&Co.|${world.people.dan.id}**`,
    ]);
    const [first, second]: { content: string }[] = (await read(world)).messages;
    assert.match(first?.content ?? '', new RegExp(`<code>@\\*\\*Ada\\|${world.people.ada.id}\\*\\*</code>`));
    assert.doesNotMatch(first?.content ?? '', /Achterberg/);
    assert.match(second?.content ?? '', />Tom&amp;Co\.<\/span>/);
  });

  test('Bots keep their names for readers to whom people are hidden', async (t) => {
    const world = await openWorld(t, engine);
    const bot = await makeBot(world, 'ada');
    const sent = { type: 'channel', to: world.channels.lounge, topic: 'tea', content: 'beep' };
    assert.equal((await world.as(bot).post('/messages', sent)).status, 200);
    await choose(world, 'pseudonym');
    const cache = await world.app.organizations.cache(world.orgId);
    assert.equal((await read(world)).messages[0].sender_full_name, cache.users.get(bot.id)?.fullName);
  });
});

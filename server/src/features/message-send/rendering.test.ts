import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

/** What the text would look like as a message of this person. */
async function shown(world: World, who: Name, content: string): Promise<string> {
  const { status, json } = await world.as(who).post('/messages/render', { content });
  assert.equal(status, 200);
  return json.rendered;
}

async function stored(world: World, who: Name, id: number): Promise<string> {
  return (await world.as(who).get(`/messages/${id}`)).json.message.content;
}

const topicLink = (channelId: number, channel: string, topic: string, latest?: number) =>
  `<p><a class="stream-topic" data-stream-id="${channelId}" href="/#narrow/channel/${channelId}-${channel}` +
  `/topic/${topic}${latest === undefined ? '' : `/with/${latest}`}">#${channel} &gt; ${topic}</a></p>`;

onBothEngines('Topic links', (engine) => {
  test('A topic link contains the newest message ID, so that it survives a move', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    await say(world, 'dan', 'general', 'plans', 'first');
    const newest = await say(world, 'dan', 'general', 'plans', 'second');
    const link = topicLink(general, 'general', 'plans', newest);
    const id = await say(world, 'eve', 'general', 'other', '#**general>plans**');
    assert.equal(await stored(world, 'dan', id), link);
    assert.equal(await shown(world, 'eve', '#**General>plans**'), link);
    const edited = await world.as('eve').patch(`/messages/${id}`, { content: 'see #**general>plans**' });
    assert.equal(edited.status, 200);
    assert.ok((await stored(world, 'dan', id)).includes(`/with/${newest}"`));
  });

  test('A pasted topic URL gets the newest message ID too', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    const newest = await say(world, 'dan', 'general', 'plans', 'first');
    const { realm_url: origin } = (await world.anonymous.get('/server_settings')).json;
    const address = `${String(origin)}/#narrow/channel/${general}-general/topic/plans`;
    assert.equal(await shown(world, 'eve', address), topicLink(general, 'general', 'plans', newest));
    const inAddressBar = `${String(origin)}/channel/${general}-general/topic/plans`;
    for (const pasted of [inAddressBar, `${inAddressBar}/with/${newest}`])
      assert.equal(await shown(world, 'eve', pasted), topicLink(general, 'general', 'plans', newest));
    const message = `<a class="message-link" href="/#narrow/channel/${general}-general/topic/plans/near/${newest}">`;
    assert.equal(
      await shown(world, 'eve', `${address}/near/${newest}`),
      `<p>${message}#general &gt; plans @ 💬</a></p>`,
    );
    assert.equal(
      await shown(world, 'eve', `#**general>plans@${newest}**`),
      `<p>${message}#general &gt; plans @ 💬</a></p>`,
    );
  });

  test('A topic link reveals nothing of messages that its author cannot read', async (t) => {
    const world = await makeWorld(t, engine);
    const { design, general, vault } = world.channels;
    const newest = await say(world, 'dan', 'design', 'plans', 'secret');
    await say(world, 'dan', 'vault', 'plans', 'before some came');
    assert.equal(
      await shown(world, 'dan', '#**design>plans**'),
      topicLink(design, 'design', 'plans', newest),
    );
    assert.equal(await shown(world, 'eve', '#**design>plans**'), '<p>#<strong>design&gt;plans</strong></p>');
    assert.equal(await shown(world, 'dan', '#**vault>plans**'), topicLink(vault, 'vault', 'plans'));
    assert.equal(await shown(world, 'dan', '#**general>none**'), topicLink(general, 'general', 'none'));
  });
});

onBothEngines('Rendering settings of the sender', (engine) => {
  test('The sender’s setting decides whether emoticons become emoji, in messages, edits and previews', async (t) => {
    const world = await makeWorld(t, engine);
    const smile =
      '<p>well <span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span></p>';
    const before = await say(world, 'dan', 'general', 't', 'well :)');
    assert.equal(await stored(world, 'eve', before), '<p>well :)</p>');
    assert.equal((await world.as('dan').patch('/settings', { translate_emoticons: true })).status, 200);
    const after = await say(world, 'dan', 'general', 't', 'well :)');
    assert.equal(await stored(world, 'eve', after), smile);
    assert.equal(await stored(world, 'eve', before), '<p>well :)</p>');
    assert.equal(await shown(world, 'dan', 'well :)'), smile);
    assert.equal(await shown(world, 'eve', 'well :)'), '<p>well :)</p>');
    await world.as('dan').patch(`/messages/${before}`, { content: 'well  :)' });
    assert.match(await stored(world, 'eve', before), /emoji-1f642/);
  });
});

onBothEngines('Complete rendering', (engine) => {
  test('A rendered message loses none of its text', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'words', '|a|\n|-|\n|`warp|weft` selvedge|tail|');
    assert.match(await stored(world, 'eve', id), /<code>warp\|weft<\/code> selvedge \| tail<\/td>/);
    assert.equal(await shown(world, 'dan', '-'), '<p>-</p>');
    assert.equal(await shown(world, 'dan', '1)'), '<p>1)</p>');
    assert.equal(await shown(world, 'dan', '\\`'), '<p>\\`</p>');
    assert.match(await shown(world, 'dan', '```py of the loom\nx\n```'), /^<p>py of the loom<\/p>\n<div/);
  });
});

onBothEngines('Mentions of role groups', (engine) => {
  test('A mention of a role’s group shows the familiar name of the role', async (t) => {
    const world = await makeWorld(t, engine);
    const { user_groups: groups } = (await world.as('dan').get('/user_groups')).json;
    const group = groups.find(({ name }: { name: string }) => name === 'role:members');
    const mention = (classes: string, text: string) =>
      `<p><span class="${classes}" data-user-group-id="${group.id}">${text}</span></p>`;
    assert.equal(await shown(world, 'dan', '@*role:members*'), mention('user-group-mention', '@Members'));
    const silent = await say(world, 'dan', 'general', 'roles', '@_*role:members*');
    assert.equal(await stored(world, 'eve', silent), mention('user-group-mention silent', 'Members'));
  });
});

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setChannel, setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { say } from '../../../../tests/support/talk.ts';
import { Visitor } from '../../../../tests/support/visitor.ts';
import { makeWorld } from '../../../../tests/support/world.ts';

async function openWorld(t: TestContext, engine: Engine) {
  const world = await makeWorld(t, engine, { config: { webPublicChannels: 'on' } });
  await setOrganization(world, { enable_spectator_access: true });
  await setChannel(world, world.channels.lounge, { is_web_public: 1 });
  const first = await say(world, 'eve', 'lounge', 'tea', 'a pot of **tea**');
  const second = await say(world, 'ada', 'lounge', 'tea', 'no tea left');
  return { world, first, second, visitor: new Visitor(world) };
}

onBothEngines('Public pages', (engine) => {
  test('The start page lists open channels with their topics, and each is a page', async (t) => {
    const { world, first, visitor } = await openWorld(t, engine);
    await say(world, 'eve', 'general', 'canary', 'canary');
    const home = await visitor.open('/');
    assert.equal(home.status, 200, home.text);
    assert.match(home.text, /#Lounge/i);
    assert.doesNotMatch(home.text, /canary|#general/);
    const [, path = ''] = /href="(\/public\/topic\/[^"]+)"/.exec(home.text) ?? [];
    assert.equal(path, `/public/topic/${first}-tea`);
    const topic = await visitor.open(path);
    assert.equal(topic.status, 200, topic.text);
    assert.match(topic.text, /a pot of <strong>tea<\/strong>/);
    assert.match(topic.text, /no tea left/);
    assert.match(topic.text, /Eve Lindqvist/);
    const [, channel = ''] = /href="(\/public\/channel\/[^"]+)"/.exec(home.text) ?? [];
    const list = await visitor.open(channel);
    assert.equal(list.status, 200);
    assert.match(list.text, new RegExp(`href="${path}"`));
  });

  test('The start page is the sign-in form where no channel is open', async (t) => {
    const { world, visitor } = await openWorld(t, engine);
    await setChannel(world, world.channels.lounge, { is_web_public: 0 });
    assert.doesNotMatch((await visitor.open('/')).text, /lounge/i);
  });
});

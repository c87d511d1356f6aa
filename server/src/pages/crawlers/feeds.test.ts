import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { atHost } from '../../../../tests/support/clients/at-host.ts';
import { addOrganization, setChannel, setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { upload } from '../../../../tests/support/files.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, type World, type WorldOptions } from '../../../../tests/support/world.ts';
import { elementsNamed, parseXml, type XmlElement } from '../../../../tests/support/checks/xml.ts';
import { xml, xmlDocument } from './sitemap.ts';

async function openWorld(t: TestContext, engine: Engine, options: WorldOptions = {}): Promise<World> {
  const world = await makeWorld(t, engine, { ...options, config: { webPublicChannels: 'on' } });
  await setOrganization(world, { enable_spectator_access: true });
  await setChannel(world, world.channels.lounge, { is_web_public: 1 });
  return world;
}

const channelFeed = (world: World): string => `/public/feed/channel/${world.channels.lounge}`;
const topicFeed = (id: number): string => `/public/feed/topic/${id}`;

async function read(world: World, path: string): Promise<XmlElement> {
  const response = await fetch(world.url + path);
  assert.equal(response.status, 200, path);
  assert.equal(response.headers.get('content-type'), 'application/atom+xml; charset=utf-8');
  const feed = parseXml(await response.text());
  assert.deepEqual([feed.name, feed.namespace], ['feed', 'http://www.w3.org/2005/Atom']);
  return feed;
}

/** The text of the only child of a name. */
function only(element: XmlElement, name: string): string {
  const [child, ...others] = element.children.filter((one) => one.name === name);
  assert.ok(child && others.length === 0, `${element.name} has one ${name}`);
  return child.text;
}

const link = (element: XmlElement, rel: string): string | undefined =>
  element.children.find(({ name, attributes }) => name === 'link' && attributes.rel === rel)?.attributes.href;

const entries = (feed: XmlElement): XmlElement[] => elementsNamed(feed, 'entry');
const contents = (feed: XmlElement): string[] => entries(feed).map((entry) => only(entry, 'content'));

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

onBothEngines('Atom feeds', (engine) => {
  test('The feed of a channel has its newest messages with all that Atom requires', async (t) => {
    const world = await openWorld(t, engine);
    const tea = await say(world, 'eve', 'lounge', 'tea', 'a *pot*');
    await say(world, 'ada', 'lounge', '', 'cake');
    await say(world, 'ada', 'general', 'canary', 'canary');
    const feed = await read(world, channelFeed(world));
    const { hostname } = new URL(world.url);
    assert.match(
      only(feed, 'id'),
      new RegExp(`^tag:${hostname},\\d{4}-\\d\\d-\\d\\d:channel/${world.channels.lounge}$`),
    );
    assert.equal(only(feed, 'title'), '#lounge');
    assert.match(only(feed, 'updated'), rfc3339);
    assert.equal(link(feed, 'self'), world.url + channelFeed(world));
    assert.equal(link(feed, 'alternate'), `${world.url}/public/channel/${world.channels.lounge}-lounge`);
    const [newest, oldest] = entries(feed);
    assert.ok(newest && oldest && entries(feed).length === 2);
    assert.equal(only(oldest, 'content'), '<p>a <em>pot</em></p>');
    assert.equal(oldest.children.find(({ name }) => name === 'content')?.attributes.type, 'html');
    assert.equal(only(oldest, 'title'), 'tea · Eve Lindqvist');
    assert.equal(only(newest, 'title'), 'general chat · Ada Achterberg');
    assert.equal(only(oldest, 'author'), 'Eve Lindqvist');
    assert.match(only(oldest, 'id'), new RegExp(`:message/${tea}$`));
    assert.equal(link(oldest, 'alternate'), `${world.url}/public/message/${tea}`);
    for (const name of ['published', 'updated']) assert.match(only(oldest, name), rfc3339);
  });

  test('The feed of a topic has that topic only, and stays at its address through renames', async (t) => {
    const world = await openWorld(t, engine);
    const first = await say(world, 'eve', 'lounge', 'tea', 'one');
    const second = await say(world, 'eve', 'lounge', 'tea', 'two');
    await say(world, 'eve', 'lounge', 'cake', 'three');
    const before = await read(world, topicFeed(first));
    assert.deepEqual(contents(before), ['<p>two</p>', '<p>one</p>']);
    const params = {
      topic: '✔ herbal',
      propagate_mode: 'change_all',
      send_notification_to_new_thread: false,
    };
    assert.equal((await world.as('ada').patch(`/messages/${first}`, params)).status, 200);
    const after = await read(world, topicFeed(first));
    assert.equal(only(after, 'title'), 'herbal · #lounge');
    assert.deepEqual(
      [only(after, 'id'), ...entries(after).map((entry) => only(entry, 'id'))],
      [only(before, 'id'), ...entries(before).map((entry) => only(entry, 'id'))],
    );
    assert.equal(link(await read(world, topicFeed(second)), 'self'), world.url + topicFeed(first));
  });

  test('Addresses in a feed are whole, and files in it open', async (t) => {
    const world = await openWorld(t, engine);
    const { url } = await upload(world, 'eve', { name: 'note.txt', type: 'text/plain', content: 'hello' });
    await say(world, 'eve', 'lounge', 'tea', `[note](${url}) #**general>canary**`);
    const [content = ''] = contents(await read(world, channelFeed(world)));
    const addresses = [...content.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address ?? '');
    assert.equal(addresses.length, 2);
    for (const address of addresses) assert.ok(address.startsWith(`${world.url}/`), address);
    assert.equal((await fetch(addresses[0] ?? '')).status, 200);
  });

  test('Hostile names, topics and messages are text in a feed', async (t) => {
    const world = await openWorld(t, engine);
    const hostile = `</title>]]>&lt; <script>alert(1)</script> "' \u2028 <![CDATA[`;
    await say(
      world,
      'eve',
      'lounge',
      hostile.slice(0, 40),
      `\u0001\u0008\uFFFF${hostile}\n\`\`\`html\n${hostile}\n\`\`\``,
    );
    await world.as('ada').patch(`/streams/${world.channels.lounge}`, { new_name: '</a>]]>&' });
    const feed = await read(world, channelFeed(world));
    assert.equal(only(feed, 'title'), '#</a>]]>&');
    const [content = ''] = contents(feed);
    assert.ok(content.includes('&lt;/title&gt;]]&gt;'), content);
    assert.doesNotMatch(content, /<script/);
    const titles = entries(feed).map((entry) => only(entry, 'title'));
    assert.ok(titles[0]?.startsWith('</title>]]>&lt;'));
  });

  test('An edited message is newer, and a former text, a deleted message and a moved one are gone', async (t) => {
    const world = await openWorld(t, engine);
    const edited = await say(world, 'eve', 'lounge', 'tea', 'canary');
    const deleted = await say(world, 'eve', 'lounge', 'tea', 'canary');
    const moved = await say(world, 'eve', 'lounge', 'tea', 'canary');
    const before = await read(world, channelFeed(world));
    await world.as('eve').patch(`/messages/${edited}`, { content: 'better' });
    assert.equal((await world.as('ada').delete(`/messages/${deleted}`)).status, 200);
    const away = {
      stream_id: world.channels.design,
      propagate_mode: 'change_one',
      send_notification_to_old_thread: false,
    };
    assert.equal((await world.as('ada').patch(`/messages/${moved}`, away)).status, 200);
    const after = await read(world, channelFeed(world));
    assert.deepEqual(contents(after), ['<p>better</p>']);
    assert.ok(only(after, 'updated') >= only(before, 'updated'));
    assert.equal((await fetch(world.url + topicFeed(moved))).status, 404);
    assert.equal((await fetch(world.url + topicFeed(deleted))).status, 404);
  });

  test('A feed has no more than fifty messages', async (t) => {
    const world = await openWorld(t, engine);
    for (let n = 0; n < 51; n++) await say(world, 'eve', 'lounge', 'tea', `number ${n}`);
    const shown = contents(await read(world, channelFeed(world)));
    assert.equal(shown.length, 50);
    assert.deepEqual([shown[0], shown.at(-1)], ['<p>number 50</p>', '<p>number 1</p>']);
  });

  test('A feed names people as the organization wants, in content and authors', async (t) => {
    const world = await openWorld(t, engine);
    await say(world, 'eve', 'lounge', 'tea', '@**Ada Achterberg** hello');
    await world.as('ben').patch('/realm', { spectator_name_format: 'first_name' });
    const text = await (await fetch(world.url + channelFeed(world))).text();
    assert.ok(text.includes('<name>Eve</name>') && text.includes('@Ada&lt;/span&gt;'), text);
    assert.doesNotMatch(text, /Achterberg|Lindqvist|@example\.com/);
  });

  test('An unchanged feed is not sent again', async (t) => {
    const world = await openWorld(t, engine);
    const id = await say(world, 'eve', 'lounge', 'tea');
    for (const path of [channelFeed(world), topicFeed(id)]) {
      const { headers } = await fetch(world.url + path);
      assert.equal(headers.get('cache-control'), 'no-cache');
      const etag = headers.get('etag') ?? '';
      const again = await fetch(world.url + path, { headers: { 'if-none-match': etag } });
      assert.deepEqual([again.status, await again.text()], [304, '']);
    }
    const { headers } = await fetch(world.url + channelFeed(world));
    await world.as('eve').patch(`/messages/${id}`, { content: 'changed' });
    const conditional = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    assert.equal((await fetch(world.url + channelFeed(world), conditional)).status, 200);
  });

  test('Feeds of closed channels and topics are not found, like those that do not exist', async (t) => {
    const world = await openWorld(t, engine);
    const id = await say(world, 'eve', 'lounge', 'tea');
    const closed = await say(world, 'ada', 'general', 'canary');
    const { general, vault } = world.channels;
    const refused = async (path: string) => {
      const response = await fetch(world.url + path);
      return [response.status, await response.text()];
    };
    const [, missing] = await refused('/public/feed/channel/999999');
    for (const path of [
      ...[general, vault].map((channel) => `/public/feed/channel/${channel}`),
      ...[closed, 999_999, 0, 'x'].map((one) => `/public/feed/topic/${one}`),
    ])
      assert.deepEqual(await refused(path), [404, missing], path);
    await addOrganization(world);
    assert.equal((await atHost(world, 'others.localhost', channelFeed(world))).status, 404);
    await world.as('ben').patch('/realm', { enable_spectator_access: false });
    for (const path of [channelFeed(world), topicFeed(id)])
      assert.deepEqual(await refused(path), [404, missing]);
  });

  test('Feeds are within the budget of spectators', async (t) => {
    const world = await openWorld(t, engine, { rateLimits: 'on' });
    let last = await fetch(world.url + channelFeed(world));
    for (let n = 0; n < 300; n++) last = await fetch(world.url + channelFeed(world));
    assert.equal(last.status, 429);
    assert.ok(Number(last.headers.get('retry-after')) >= 1);
  });

  test('The pages of a channel and of a topic name their feeds', async (t) => {
    const world = await openWorld(t, engine);
    const id = await say(world, 'eve', 'lounge', 'tea');
    for (const [page, feed] of [
      [`/public/channel/${world.channels.lounge}-lounge`, channelFeed(world)],
      [`/public/topic/${id}-tea`, topicFeed(id)],
    ] as const) {
      const text = await (await fetch(world.url + page)).text();
      assert.ok(text.includes(`type="application/atom+xml" href="${feed}"`), page);
    }
  });
});

test('Hostile text stays text in XML, as an element and as an attribute', () => {
  for (const text of [
    '</title><script>',
    ']]>',
    '"\'&amp;&',
    '\u2028\u2029',
    '<!-- -->',
    '<![CDATA[x]]>',
    '🧶',
  ]) {
    const root = parseXml(xmlDocument(xml`<a b="${text}">${text}</a>`));
    assert.deepEqual([root.text, root.attributes.b, root.children], [text, text, []]);
  }
});

test('Characters that XML does not allow are omitted', () => {
  const root = parseXml(
    xmlDocument(xml`<a>${'1\u0000\u0008\u000B\u001F\uFFFE\uFFFF\uD800\uDC00\uD8002\uDC003'}</a>`),
  );
  assert.equal(root.text, '1\u{10000}23');
});

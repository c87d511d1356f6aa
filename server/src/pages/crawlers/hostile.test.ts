/** Text that tries to be more than text, in everything that people name and write. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Window, type Document } from 'happy-dom';
import { done } from '../../../../tests/support/fixtures/canaries.ts';
import { setChannel, setOrganization } from '../../../../tests/support/change.ts';
import { crawl, openPage, type Crawled } from '../../../../tests/support/clients/pages.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { upload } from '../../../../tests/support/files.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { parseXml } from '../../../../tests/support/checks/xml.ts';

const hostile = [
  '</script><script id=evil>alert(1)</script>',
  `"><img id=evil src=x onerror=alert(1)>`,
  `' id=evil onclick='alert(1)`,
  ']]><evil/>',
  '<!--<script>',
  '&lt;b id=evil&gt;',
  '${alert(1)}',
  '\\u003c/script>',
];

const written = [
  ...hostile,
  '\u2028\u2029\u0001\u0008\uFFFE\uFFFF',
  '[x](javascript:alert(1)) [x](JaVaScRiPt:alert(1)) [x](data:text/html,<script>alert(1)</script>)',
  '[x](//evil.example) [x](https://evil.example/"onclick="alert(1)) <https://evil.example/\'>',
  '![x](javascript:alert(1)) http://localhost/"id=evil',
  '$$</math><script id=evil>$$ and $$\\href{javascript:alert(1)}{x}$$',
];

async function openWorld(t: TestContext, engine: Engine): Promise<World> {
  const world = await makeWorld(t, engine, { config: { webPublicChannels: 'on', rateLimits: 'off' } });
  await setOrganization(world, { enable_spectator_access: true, invite_required: false });
  await setChannel(world, world.channels.lounge, { is_web_public: 1 });
  return world;
}

/** Everywhere that someone may write or name something that is open. */
async function plantHostile(world: World): Promise<void> {
  const { lounge } = world.channels;
  const [first = ''] = hostile;
  await done(
    world.as('ada').patch('/realm', { name: first.slice(0, 40), description: hostile.join('\n\n') }),
  );
  await done(
    world
      .as('ada')
      .patch(`/streams/${lounge}`, { new_name: `"'><i id=evil>]]>`, description: hostile.join(' ') }),
  );
  await world.app.db.write(world.orgId, 'system', async (tx) => {
    await tx.q
      .updateTable('person')
      .set({ full_name: `${hostile[1] ?? ''}${first}]]>\u2028` })
      .where('id', '=', world.people.eve.id)
      .where('org_id', '=', world.orgId)
      .execute();
    await tx.touch({ users: [world.people.eve.id] });
  });
  for (const topic of hostile) await say(world, 'eve', 'lounge', topic.slice(0, 60), topic);
  for (const text of written) {
    await say(world, 'eve', 'lounge', 'texts', text);
    await say(
      world,
      'eve',
      'lounge',
      'code',
      `\`${text}\`\n\`\`\`html\n${text}\n\`\`\`\n\`\`\`${text}\nx\n\`\`\``,
    );
    await say(world, 'eve', 'lounge', 'spoilers', `\`\`\`spoiler ${text}\n${text}\n\`\`\``);
    await say(world, 'ada', 'lounge', 'quotes', `> ${text}\n@_**|${world.people.eve.id}**`);
    await say(world, 'eve', 'lounge', 'polls', `/poll ${text}\n${text}`);
  }
  const { url } = await upload(world, 'eve', { name: `"><i id=evil>.txt`, content: first });
  await say(world, 'eve', 'lounge', 'files', `[${first}](${url})`);
}

const settings = { enableJavaScriptEvaluation: false, disableJavaScriptFileLoading: true };
const window = new Window({ settings });

const ours = /^\/static\/[a-z-]+\.js$/;

function parseHtml({ text }: Crawled): Document {
  const html = text.slice(text.indexOf('\n\n') + 2);
  return new window.DOMParser().parseFromString(html, 'text/html');
}

function assertHarmless(path: string, page: Crawled): void {
  const document = parseHtml(page);
  for (const element of document.querySelectorAll('*')) {
    assert.notEqual(element.id, 'evil', path);
    for (const { name, value: given } of element.attributes) {
      const value = given ?? '';
      assert.ok(!name.startsWith('on') && name !== 'style', `${path}: ${name}`);
      if (['href', 'src', 'action'].includes(name))
        assert.match(
          value.trim(),
          /^(?:\/(?![/\\])|#|https?:|mailto:|data:image\/)/,
          `${path}: ${name}=${value}`,
        );
    }
  }
  for (const script of document.querySelectorAll('script')) {
    if (script.getAttribute('type') === 'application/ld+json') JSON.parse(script.textContent);
    else assert.match(script.getAttribute('src') ?? script.textContent, ours, path);
  }
  assert.equal(
    document.querySelectorAll('iframe, object, embed, evil, base, meta[http-equiv]').length,
    0,
    path,
  );
}

onBothEngines('Hostile text that everyone may read', (engine) => {
  test('Hostile names, topics, messages and files run nothing on a page, and break no sitemap and no feed', async (t) => {
    const world = await openWorld(t, engine);
    await plantHostile(world);
    const pages = await crawl(world.url, ['/', '/sitemap.xml', '/login', '/join', '/public/search?q=evil']);
    const counts = { html: 0, xml: 0 };
    for (const [path, page] of pages) {
      if (page.type.startsWith('text/html')) {
        assertHarmless(path, page);
        counts.html++;
      } else if (page.type.includes('xml') && page.status === 200) {
        parseXml(page.text.slice(page.text.indexOf('\n\n') + 2));
        counts.xml++;
      }
    }
    assert.ok(counts.html > 15 && counts.xml > 10, JSON.stringify(counts));
  });

  test('Hostile searches and addresses are text', async (t) => {
    const world = await openWorld(t, engine);
    await say(world, 'eve', 'lounge', 'tea');
    for (const text of [...hostile, '\u2028', '%00', 'a"b\'c<d>']) {
      const paths = [
        '/public/search?q=',
        '/login?next=/',
        '/public/narrow/',
        '/public/topic/1-',
        '/public/x/',
      ];
      for (const path of paths) {
        const page = await openPage(world.url, path + encodeURIComponent(text));
        assert.ok(page.status < 500, `${path}: ${page.status}`);
        if (page.type.startsWith('text/html')) assertHarmless(path, page);
      }
    }
  });
});

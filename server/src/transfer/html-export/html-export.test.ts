import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { runInNewContext } from 'node:vm';
import { Window } from 'happy-dom';
import { canary, plant, sendPicture } from '../../../../tests/support/fixtures/canaries.ts';
import { setChannel, setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { upload } from '../../../../tests/support/files.ts';
import { OperatedServer, serverStates } from '../../../../tests/support/process/operator.ts';
import { say } from '../../../../tests/support/talk.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { until } from '../../../../tests/support/until.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { mounts } from '../../app/features.ts';
import { writeFolder, type WrittenFolder } from './write-folder.ts';

async function openWorld(t: TestContext, engine: Engine): Promise<World> {
  const world = await makeWorld(t, engine, { config: { webPublicChannels: 'on' } });
  await setOrganization(world, { enable_spectator_access: true });
  await setChannel(world, world.channels.lounge, { is_web_public: 1 });
  return world;
}

interface Folder extends WrittenFolder {
  /** By name within the folder. */
  texts: ReadonlyMap<string, string>;
  path: string;
}

async function exportTo(t: TestContext, world: World, all = false): Promise<Folder> {
  const path = mkdtempSync(join(tmpdir(), 'heddle-html-'));
  undoAfter(t, () => rmSync(path, { recursive: true, force: true }));
  const cache = await world.app.organizations.cache(world.orgId);
  const written = await writeFolder(world.app, cache, path, { all, mounts });
  const names = readdirSync(path, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1));
  const texts = new Map(names.map((name) => [name, readFileSync(join(path, name), 'utf8')]));
  return { ...written, texts, path };
}

/** Every address of a page: those within the folder as the files that they open. */
const addressesIn = (text: string): string[] =>
  [...text.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, address = '']) => address);

const isWithin = (address: string): boolean => !/^(?:[a-z]+:|#)/.test(address);

function pageWith({ texts }: Folder, text: string): string {
  const [name] = [...texts].find(([file, page]) => file.startsWith('topic/') && page.includes(text)) ?? [];
  assert.ok(name !== undefined, `${text} is on a page`);
  return name;
}

/** What the search page shows for a query: its parts are loaded from the folder. */
async function searchIn({ path }: Folder, query: string) {
  const window = new Window({ url: `http://folder.example/search.html?q=${encodeURIComponent(query)}` });
  try {
    const { document, location } = window;
    const page = readFileSync(join(path, 'search.html'), 'utf8');
    document.write(page.replaceAll(/<script[^>]*><\/script>/g, ''));
    const global: { heddlePart?: (part: unknown) => void } = {};
    const load = (script: Loading) => {
      const file = join(path, new URL(script.src, location.href).pathname);
      if (!existsSync(file)) {
        script.onerror();
        return;
      }
      runInNewContext(readFileSync(file, 'utf8'), global);
      script.onload();
    };
    document.head.append = (script) => load(script as unknown as Loading);
    const script = readFileSync(join(path, 'search', 'search.js'), 'utf8');
    runInNewContext(script, { document, window: global, location, URLSearchParams, performance });
    await until('the search is done', () => document.querySelector('progress')?.hidden);
    return {
      results: [...document.querySelectorAll('.results li')].map((entry) => ({
        text: entry.lastElementChild.textContent,
        href: entry.querySelector('a')?.getAttribute('href') ?? '',
      })),
      elements: document.querySelectorAll('.results img, .results script').length,
      status: document.querySelector('[role=status]')?.textContent ?? '',
    };
  } finally {
    await window.happyDOM.close();
  }
}

interface Loading {
  src: string;
  onload: () => void;
  onerror: () => void;
}

onBothEngines('The folder of HTML pages', (engine) => {
  test('The folder has the open channels with their files, and no canary', async (t) => {
    const world = await openWorld(t, engine);
    await plant(world);
    const { url } = await upload(world, 'eve', { name: 'open.txt', content: 'openfile' });
    await say(world, 'eve', 'lounge', 'Tee & Kuchen', `opentea [notes](${url})`);
    await sendPicture(world, 'pictures');
    const folder = await exportTo(t, world);
    assert.equal(folder.channels, 1);
    for (const [name, text] of folder.texts)
      assert.ok(!text.includes('canary') && !name.includes('canary'), name);
    assert.match(pageWith(folder, 'opentea'), /^topic\/\d+-tee-kuchen\.html$/);
    assert.ok([...folder.texts].some(([name, text]) => name.startsWith('files/') && text === 'openfile'));
  });

  test('No uploaded file has a name in the folder by which a browser or a web server would run it', async (t) => {
    const world = await openWorld(t, engine);
    const run = [
      'page.HTML',
      'drawing.svg',
      'page.xhtml',
      'a.php',
      'a.php.txt',
      'x.shtml',
      '.htaccess',
      'b.js',
    ];
    const kept = ['notes.txt', 'minutes.pdf', 'table.xlsx', 'all.tar.gz'];
    for (const name of [...run, ...kept]) {
      const { url } = await upload(world, 'eve', { name, type: 'text/plain', content: `within ${name}` });
      await say(world, 'eve', 'lounge', 'files', `[file](${url})`);
    }
    const folder = await exportTo(t, world);
    const findName = (content: string) => [...folder.texts].find(([, text]) => text === content)?.[0] ?? '';
    for (const name of run) assert.match(findName(`within ${name}`), /^files\/[\w-]+\.(bin|txt)$/, name);
    for (const name of kept) {
      const ending = `.${name.split('.').at(-1)}`;
      assert.ok(findName(`within ${name}`).endsWith(ending), name);
      assert.match(findName(`within ${name}`), /^files\/[\w-]+\.\w+$/, name);
    }
  });

  test('Every link in the folder leads to a file of it, or to a whole address', async (t) => {
    const world = await openWorld(t, engine);
    const { lounge, general } = world.channels;
    const first = await say(world, 'eve', 'lounge', 'tea', 'one');
    for (let n = 0; n < 200; n++) await say(world, 'eve', 'lounge', 'tea', `number ${n}.`);
    const links = `[there](/#narrow/channel/${lounge}-lounge/topic/tea/near/${first + 200}) #**general** #**lounge>tea**`;
    await say(world, 'ada', 'lounge', 'links', links);
    await sendPicture(world, 'pictures');
    const folder = await exportTo(t, world);
    for (const [name, text] of folder.texts) {
      if (!name.endsWith('.html')) continue;
      for (const address of addressesIn(text)) {
        assert.ok(!address.startsWith('/') && !address.startsWith('file:'), `${name}: ${address}`);
        if (!isWithin(address)) continue;
        const [path = '', hash] = decodeURIComponent(address).split('#');
        const file = join(folder.path, dirname(name), path);
        assert.ok(existsSync(file), `${name}: ${address}`);
        if (hash !== undefined) assert.ok(readFileSync(file, 'utf8').includes(`id="${hash}"`), address);
      }
      if (name !== 'search.html') assert.doesNotMatch(text, /<script/, name);
      // One for all pages: it is larger than most of them.
      assert.doesNotMatch(text, /<style/, name);
      assert.doesNotMatch(text, /\/login|\/public\/search/, name);
    }
    const style = folder.texts.get('files/style.css') ?? '';
    assert.match(style, /--/);
    for (const [, address = ''] of style.matchAll(/url\((?!data:)([^)]*)\)/g))
      assert.ok(existsSync(join(folder.path, 'files', address)), address);
    const page = folder.texts.get(pageWith(folder, '>there<')) ?? '';
    assert.ok(page.includes(`href="../topic/${first}-tea-page-2.html#message-${first + 200}"`), page);
    assert.ok(
      page.includes(
        `href="${world.url.replace('127.0.0.1', 'localhost')}/public/narrow/channel/${general}-general"`,
      ),
      page,
    );
  });

  test('A pinned message is marked in the folder, but not on the public page', async (t) => {
    const world = await openWorld(t, engine);
    const id = await say(world, 'eve', 'lounge', 'tea', 'one');
    const pinned = await say(world, 'eve', 'lounge', 'tea', 'two');
    assert.equal((await world.as('eve').post(`/heddle/pinned_messages/${pinned}`)).status, 200);
    const folder = await exportTo(t, world);
    const page = folder.texts.get(pageWith(folder, '>two<')) ?? '';
    const [, first = '', second = ''] = page.split('<article');
    assert.ok(first.includes(`id="message-${id}"`) && !first.includes('Pinned'), first);
    assert.match(second, /<small>Pinned<\/small>/);
    const open = await (await fetch(`${world.url}/public/topic/${id}`)).text();
    assert.ok(open.includes('>two<') && !open.includes('Pinned'), open);
  });

  test('The search page finds messages in parts of the index by all words of a query, the newest first', async (t) => {
    const world = await openWorld(t, engine);
    await say(world, 'eve', 'lounge', 'tea', '</script><img src=x onerror=alert(1)> Crème and cake');
    const last = await say(world, 'ada', 'lounge', 'looms', 'CREME, and a cake again');
    await say(world, 'ada', 'lounge', 'looms', 'cake alone');
    const folder = await exportTo(t, world);
    const found = await searchIn(folder, 'creme "and" cake');
    assert.deepEqual(
      found.results.map(({ text }) => text),
      ['CREME, and a cake again', '</script><img src=x onerror=alert(1)> Crème and cake'],
    );
    assert.equal(found.elements, 0);
    const [file = '', hash] = decodeURI(found.results[0]?.href ?? '').split('#');
    assert.equal(hash, `message-${last}`);
    assert.ok(folder.texts.get(file)?.includes(`id="${hash}"`), file);
    assert.equal((await searchIn(folder, 'looms alone')).results.length, 1);
    assert.equal(
      (await searchIn(folder, 'onerror creme nowhere')).status,
      'No message contains these words.',
    );
    assert.equal((await searchIn(folder, ' ')).status, 'Enter one or more words.');
  });

  test('The search page finds options of polls, and what is in spoilers without showing it', async (t) => {
    const world = await openWorld(t, engine);
    await say(world, 'eve', 'lounge', 'tea', '/poll Soup?\nminestrone\nno');
    await say(world, 'eve', 'lounge', 'tea', 'Who was it?\n```spoiler\nthe butler\n```\nand more');
    const folder = await exportTo(t, world);
    const texts = async (query: string) => (await searchIn(folder, query)).results.map(({ text }) => text);
    assert.deepEqual(await texts('minestrone'), ['Soup? · minestrone · no']);
    for (const query of ['butler who', 'more']) assert.deepEqual(await texts(query), ['Who was it?']);
  });

  test('A search that misses a part of the index says so, and an index has as many parts as it needs', async (t) => {
    const world = await openWorld(t, engine);
    for (const topic of ['one', 'two', 'three', 'four'])
      for (let n = 0; n < 20; n++)
        await say(world, 'eve', 'lounge', topic, `${topic}number${n} ${'word '.repeat(1900)}`);
    const folder = await exportTo(t, world);
    const parts = [...folder.texts.keys()].filter((name) => name.startsWith('search/part-'));
    assert.ok(parts.length > 1, parts.join(' '));
    for (const topic of ['one', 'two', 'three', 'four'])
      assert.equal((await searchIn(folder, `${topic}number19`)).results.length, 1);
    rmSync(join(folder.path, 'search/part-1.js'));
    assert.match((await searchIn(folder, 'number')).status, /could not be read/);
  });

  test('With all channels, the folder has private and archived ones too, and changes nothing', async (t) => {
    const world = await openWorld(t, engine);
    await plant(world);
    await setOrganization(world, { enable_spectator_access: false });
    await say(world, 'eve', 'lounge', 'tea', 'archived tea');
    await world.as('ada').delete(`/streams/${world.channels.lounge}`);
    const folder = await exportTo(t, world, true);
    assert.equal(folder.channels, 4);
    for (const text of [canary('vault'), canary('general'), 'archived tea']) pageWith(folder, text);
    const all = [...folder.texts.values()].join('\n');
    assert.ok(all.includes(`${canary('vaultfile')} in a file`));
    for (const place of ['direct', 'draft', 'former', 'deleted', 'elsewhere', 'status'])
      assert.doesNotMatch(all, new RegExp(`${canary(place)}(?![a-z])`), place);
    assert.equal((await fetch(`${world.url}/public/channel/${world.channels.vault}`)).status, 404);
    const { json } = await world.as('ada').get(`/streams/${world.channels.vault}`);
    assert.deepEqual([json.stream.is_web_public, json.stream.invite_only], [false, true]);
  });

  test('A folder that is not empty is refused, and stays as it is', async (t) => {
    const world = await openWorld(t, engine);
    const folder = await exportTo(t, world);
    const cache = await world.app.organizations.cache(world.orgId);
    await assert.rejects(writeFolder(world.app, cache, folder.path, { all: false, mounts }), /is not empty/);
    assert.ok(folder.pages > 0);
  });

  for (const state of serverStates)
    test(`A command writes the folder of a ${state} server, and refuses one without open channels`, async (t) => {
      const server = await OperatedServer.start(t, engine, state);
      await server.createOrganization();
      const folder = join(mkdtempSync(join(tmpdir(), 'heddle-html-')), 'pages');
      undoAfter(t, () => rmSync(dirname(folder), { recursive: true, force: true }));
      const open = server.command('export-html', { folder, all: false });
      await assert.rejects(open, /has no web-public channels/);
      assert.equal(existsSync(folder), false);
      const inFile = { folder: join(server.config.data, 'secrets.toml', 'pages'), all: true };
      await assert.rejects(server.command('export-html', inFile), /cannot be written/);
      await assert.rejects(server.command('export-html', { folder: 'pages', all: true }), /absolute path/);
      const written = await server.command<WrittenFolder>('export-html', { folder, all: true });
      assert.ok(written.channels > 0);
      assert.ok(existsSync(join(folder, 'index.html')));
      const again = server.command('export-html', { folder, all: true });
      await assert.rejects(again, /is not empty/);
    });
});

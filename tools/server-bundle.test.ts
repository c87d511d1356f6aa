import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { bundleServer } from './server-bundle.mjs';
import { STAMP } from './version.mjs';

/** A repository with the sources of a server, and a build that copies one of them and counts. */
function repository(t: TestContext) {
  const root = mkdtempSync(path.join(tmpdir(), 'heddle bundle '));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ['server/src', 'wire']) mkdirSync(path.join(root, folder), { recursive: true });
  const put = (name: string, content: string) => writeFileSync(path.join(root, name), content);
  put('server/src/main.ts', 'weave();');
  put('package-lock.json', '{}');
  const dist = path.join(root, 'server', 'dist');
  const built: string[] = [];
  const copy = (server: string, outDir: string) => {
    const source = readFileSync(path.join(server, 'src', 'main.ts'), 'utf8');
    if (source.includes('broken')) throw new Error('does not compile');
    built.push(source);
    writeFileSync(path.join(outDir, 'main.js'), source);
  };
  return {
    root,
    put,
    built,
    copy,
    bundles: () => readdirSync(dist).filter((name) => !name.endsWith('.json')),
    bundle: () => bundleServer(root, copy),
  };
}

const read = (file: string | URL) => readFileSync(file, 'utf8');

test('The server bundle is built once for the same sources, whatever their file times', async (t) => {
  const { root, built, bundle } = repository(t);
  const main = await bundle();
  assert.equal(read(main), 'weave();');
  assert.equal(await bundle(), main);
  utimesSync(path.join(root, 'server/src/main.ts'), new Date(0), new Date(0));
  assert.equal(await bundle(), main);
  assert.equal(built.length, 1);
});

test('The server bundle is rebuilt when a source, a schema or the lock file changes, but not for a test', async (t) => {
  const { put, built, bundle } = repository(t);
  const mains = [await bundle()];
  for (const [name, content] of [
    ['server/src/main.ts', 'unravel();'],
    ['wire/users.ts', 'export {};'],
    ['package-lock.json', '{"a":1}'],
  ] as const) {
    put(name, content);
    mains.push(await bundle());
  }
  assert.equal(new Set(mains).size, 4);
  put('server/src/main.test.ts', 'assert();');
  assert.equal(await bundle(), mains.at(-1));
  assert.equal(built.length, 4);
});

test('A running server keeps its bundle while others are built, and old ones are deleted eventually', async (t) => {
  const { put, bundles, bundle } = repository(t);
  const first = await bundle();
  for (let i = 0; i < 3; i++) {
    put('server/src/main.ts', `weave(${i});`);
    await bundle();
  }
  assert.equal(read(first), 'weave();');
  for (let i = 3; i < 9; i++) {
    put('server/src/main.ts', `weave(${i});`);
    assert.equal(read(await bundle()), `weave(${i});`);
  }
  assert.ok(!existsSync(first));
  assert.equal(bundles().length, 4);
});

test('A failed bundle leaves nothing behind and is built again', async (t) => {
  const { put, bundles, bundle } = repository(t);
  const before = await bundle();
  put('server/src/main.ts', 'broken');
  await assert.rejects(bundle(), /does not compile/);
  await assert.rejects(bundle(), /does not compile/);
  assert.deepEqual(bundles(), [path.basename(path.dirname(before))]);
  put('server/src/main.ts', 'mended();');
  assert.equal(read(await bundle()), 'mended();');
});

test('Concurrent bundle builds produce one bundle', async (t) => {
  const { root, copy, bundles, bundle } = repository(t);
  let fast = '';
  const slow = await bundleServer(root, async (server, outDir) => {
    fast = await bundle();
    copy(server, outDir);
  });
  assert.equal(slow, fast);
  assert.equal(read(slow), 'weave();');
  assert.equal(bundles().length, 1);
});

test('The leftovers of an old killed build are deleted, and a build in progress continues', async (t) => {
  const { root, put, bundles, bundle } = repository(t);
  await bundle();
  const killed = path.join(root, 'server/dist/.next-killed');
  mkdirSync(killed);
  utimesSync(killed, new Date(0), new Date(0));
  const underWay = path.join(root, 'server/dist/.next-under-way');
  mkdirSync(underWay);
  put('server/src/main.ts', 'unravel();');
  await bundle();
  assert.ok(!existsSync(killed));
  assert.ok(bundles().includes('.next-under-way'));
});

test('The server bundle runs, and requires no source file', async (t) => {
  const main = await bundleServer();
  const folder = path.dirname(main);
  const files = readdirSync(folder).filter((name) => /\.m?js$/.test(name));
  // A module that is required by the name of its source would be loaded twice, with a state of its own.
  const required = /(?:\bload|createRequire\([^)]*\))\(["'`][^"'`]*\.ts["'`]\)/;
  for (const name of files) assert.doesNotMatch(read(path.join(folder, name)), required, name);

  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, '--version']);
  t.after(() => child.kill('SIGKILL'));
  const { version } = JSON.parse(read(new URL(`../${STAMP}`, import.meta.url))) as { version: string };
  assert.equal((await text(child.stdout)).trim(), version);
});

test('No file of the server bundle needs two bytes a character, or loads fetch() with node:http', async () => {
  const folder = path.dirname(await bundleServer());
  for (const name of readdirSync(folder).filter((file) => /\.m?js$/.test(file)))
    assert.doesNotMatch(read(path.join(folder, name)), /[\u0100-\uffff]|\bfrom "node:http"/, name);
});

test('The server bundle is readable by a service user, whatever the umask', async (t) => {
  const { root, bundle } = repository(t);
  const umask = process.umask(0o077);
  t.after(() => process.umask(umask));
  const main = await bundle();
  const mode = (file: string) => statSync(file).mode & 0o777;
  assert.equal(mode(main), 0o644);
  for (const folder of [path.dirname(main), path.join(root, 'server', 'dist')])
    assert.equal(mode(folder), 0o755);
});

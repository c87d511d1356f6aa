import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { buildClient } from './web-client.mjs';

/** A repository with the sources of a client, and a build that copies one of them. */
function repository(t: TestContext) {
  const root = mkdtempSync(join(tmpdir(), 'heddle-build-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'web', 'src'), { recursive: true });
  const put = (name: string, text: string) => writeFileSync(join(root, name), text);
  const read = (name: string) => readFileSync(join(root, 'web', 'dist', name));
  put('web/vite.config.ts', '');
  put('web/src/main.ts', 'weave();'.repeat(500));
  put('package-lock.json', '{}');
  const build = () =>
    buildClient(root, (web, outDir) => {
      const source = readFileSync(join(web, 'src', 'main.ts'), 'utf8');
      if (source.includes('broken')) throw new Error('does not compile');
      writeFileSync(join(outDir, 'main.js'), source);
    });
  return { root, put, read, build };
}

test('The web client is built once for the same sources, whatever their file times', async (t) => {
  const { root, build } = repository(t);
  assert.equal(await build(), true);
  assert.equal(await build(), false);
  utimesSync(join(root, 'web/src/main.ts'), new Date(0), new Date(0));
  assert.equal(await build(), false);
});

test('The web client is rebuilt when a source, the lock file or a schema changes', async (t) => {
  const { root, put, read, build } = repository(t);
  await build();
  put('web/src/main.ts', 'unravel();');
  assert.equal(await build(), true);
  assert.equal(read('main.js').toString(), 'unravel();');
  put('package-lock.json', '{"a":1}');
  assert.equal(await build(), true);
  mkdirSync(join(root, 'wire'));
  put('wire/users.ts', 'export {};');
  assert.equal(await build(), true);
  rmSync(join(root, 'web', 'dist'), { recursive: true });
  assert.equal(await build(), true);
});

test('The files of a web client build have two compressed variants', async (t) => {
  const { read, build } = repository(t);
  await build();
  const plain = read('main.js');
  const [brotli, gzip] = [read('main.js.br'), read('main.js.gz')];
  assert.deepEqual(brotliDecompressSync(brotli), plain);
  assert.deepEqual(gunzipSync(gzip), plain);
  assert.ok(brotli.length < plain.length && gzip.length < plain.length);
});

test('A failed web client build keeps the last one and is tried again', async (t) => {
  const { root, put, read, build } = repository(t);
  await build();
  const before = read('main.js').toString();
  put('web/src/main.ts', 'broken');
  await assert.rejects(build(), /does not compile/);
  assert.equal(read('main.js').toString(), before);
  await assert.rejects(build(), /does not compile/);
  put('web/src/main.ts', 'mended();');
  assert.equal(await build(), true);
  assert.equal(read('main.js').toString(), 'mended();');
  assert.deepEqual(readdirSync(join(root, 'web')).sort(), ['dist', 'src', 'vite.config.ts']);
});

test('A repository without a web client has nothing to build', async (t) => {
  const { root, build } = repository(t);
  rmSync(join(root, 'web'), { recursive: true });
  assert.equal(await build(), false);
});

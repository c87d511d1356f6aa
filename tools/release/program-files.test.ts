import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ProgramFiles, requireSelfContained } from '../../server/program-files.ts';
import { bundleServer } from '../server-bundle.mjs';
import { readResources } from './tree.ts';

const root = path.dirname(path.dirname(import.meta.dirname));
const source = path.join(root, 'server/src/db/sqlite/verify.ts');

test('What a source names beside itself is found: files, folders, and programs, which become part of the bundle', () => {
  const files = new ProgramFiles();
  const code = `
    fork(new URL('./verify-process.ts', import.meta.url));
    read(new URL("../../../../wire/errors/text/", import.meta.url), new URL(
      '../../pages/layout/base.css',
      import.meta.url,
    ));
    createRequire(import.meta.url)('katex');
    cache(new URL('../../../../node_modules/.cache/words', import.meta.url));`;
  const rewritten = files.rewrite(code, source);
  assert.deepEqual(
    [...files.programs],
    [['server/src/db/sqlite/verify-process.ts', 'db-sqlite-verify-process.mjs']],
  );
  assert.deepEqual([...files.resources], ['wire/errors/text', 'server/src/pages/layout/base.css']);
  assert.match(rewritten, /new URL\("\.\/db-sqlite-verify-process\.mjs", import\.meta\.url\)/);
  assert.match(rewritten, /new URL\("\.\.\/\.\.\/src\/pages\/layout\/base\.css", import\.meta\.url\)/);
  assert.match(rewritten, /createRequire\(import\.meta\.url\)\('katex'\)/);
});

test('A place that cannot be followed, is not there, or lies outside the sources is refused', () => {
  const rewrite = (code: string, file = source) => new ProgramFiles().rewrite(code, file);
  for (const code of [
    'new URL(name, import.meta.url)',
    'new URL(`./${name}.ts`, import.meta.url)',
    "join(import.meta.dirname, 'verify-process.ts')",
    "import.meta.resolve('./verify-process.ts')",
    'fork(import.meta.filename)',
    'const here = import.meta.url;',
  ])
    assert.throws(() => rewrite(code), /verify\.ts uses import\.meta otherwise/, code);
  assert.throws(() => rewrite("new URL('./nothing.ts', import.meta.url)"), /nothing\.ts, which is not there/);
  assert.throws(() => rewrite('', path.join(root, 'tools/check.ts')), /not in its sources/);
  assert.throws(
    () => requireSelfContained('open(__dirname)', '/node_modules/yarn/index.js'),
    /beside itself/,
  );
});

test('The bundle has what it names, and each program in it runs where the sources are not', async (t) => {
  const folder = path.dirname(await bundleServer());
  for (const name of readResources(folder))
    assert.ok(existsSync(path.join(root, name)) || name === 'web/dist', name);
  const files = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
  const sources = readdirSync(folder)
    .filter((name) => /\.m?js$/.test(name))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));
  const findNamed = (pattern: RegExp) =>
    new Set(sources.flatMap((code) => [...code.matchAll(pattern)].map(([, name = '']) => name)));
  const programs = findNamed(/new URL\("\.\/([^"]+)"/g);
  // A program may be in several parts, which it imports when it needs them.
  const parts = findNamed(/(?:from|import\(?) ?"\.\/([^"]+\.mjs)"/g).difference(programs);
  assert.deepEqual(files.toSorted(), [...programs, ...parts].toSorted());
  assert.ok(programs.size > 2);

  const elsewhere = mkdtempSync(path.join(tmpdir(), 'heddle-programs-'));
  t.after(() => rmSync(elsewhere, { recursive: true }));
  symlinkSync(path.join(root, 'node_modules'), path.join(elsewhere, 'node_modules'));
  for (const name of files) copyFileSync(path.join(folder, name), path.join(elsewhere, name));
  for (const name of programs) {
    const child = fork(pathToFileURL(path.join(elsewhere, name)), { stdio: 'ignore' });
    t.after(() => child.kill('SIGKILL'));
    // The one that reads exports waits for an order, and answers it.
    if (name.includes('reading')) child.send({ number: 1, request: { kind: 'bytes', file: 0 } });
    const first = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    // One that reads its orders from its input ends as well, since there is none; what cannot load ends with another code.
    assert.match(JSON.stringify(first), /ready|^\[0,|"number":1/, name);
  }
});

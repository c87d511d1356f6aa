import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { external } from '../../server/vite.config.ts';
import { closure, packageName, type Lock } from './lock.ts';
import { billOfMaterials } from './sbom.ts';
import { elfMachine, targets } from './targets.ts';

const readLock = (name: string) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Lock;
const lock = readLock('../../package-lock.json');
const runtimeLock = readLock('../runtime/package-lock.json');

test('Each package that is fetched is compared with its hash', () => {
  for (const { packages } of [lock, runtimeLock])
    assert.deepEqual(
      Object.entries(packages)
        .filter(([place, { integrity }]) => place !== '' && integrity === undefined)
        .map(([place]) => place),
      [],
    );
});

test('A release has the native image libraries of its own system only', () => {
  for (const target of targets) {
    const native = closure(lock, external, target)
      .map(packageName)
      .filter((name) => name.startsWith('@img/sharp-'));
    assert.deepEqual(native, [`@img/sharp-libvips-linux-${target.cpu}`, `@img/sharp-linux-${target.cpu}`]);
  }
});

test('A release has no development packages, and those that packages bring with them', () => {
  for (const target of targets) {
    const places = closure(lock, external, target);
    assert.deepEqual(
      places.filter((place) => lock.packages[place]?.dev),
      [],
    );
    for (const name of ['sharp', 'detect-libc', 'pg', 'pg-types', 'markdown-it', 'linkify-it'])
      assert.ok(places.map(packageName).includes(name), name);
  }
});

/** Packages that NOTICE names as their authors do. */
const titles: Readonly<Record<string, string>> = {
  '@fontsource-variable/inter': 'Inter,',
  '@fontsource-variable/jetbrains-mono': 'JetBrains Mono',
  'lucide-preact': 'Lucide',
  fastify: 'Fastify',
  katex: 'KaTeX',
  preact: 'Preact',
};

test('NOTICE names every package that is fetched to serve, and no other', () => {
  const notice = readFileSync(new URL('../../NOTICE', import.meta.url), 'utf8');
  const { dependencies = {}, devDependencies = {} } = lock.packages[''] ?? {};
  assert.deepEqual(
    Object.keys(dependencies).filter((name) => !notice.includes(titles[name] ?? name)),
    [],
  );
  const words = new Set(notice.split(/[\s,()]+/));
  assert.deepEqual(
    Object.keys(devDependencies).filter((name) => words.has(name)),
    [],
  );
});

test('A package that the lock file does not have for a system is an error, unless it is optional', () => {
  const [target] = targets;
  assert.ok(target);
  const packages = {
    'node_modules/a': { version: '1', dependencies: { b: '1' }, optionalDependencies: { c: '1' } },
    'node_modules/a/node_modules/b': { version: '1' },
    'node_modules/b': { version: '2' },
    'node_modules/c': { version: '1', os: ['win32'] },
  };
  assert.deepEqual(closure({ packages }, ['a'], target), ['node_modules/a', 'node_modules/a/node_modules/b']);
  assert.throws(() => closure({ packages }, ['c'], target), /no c for linux-x64/);
});

test('The bill of materials names everything a release contains, and is the same each time', () => {
  for (const target of targets) {
    const facts = {
      version: '1.2.3',
      lock,
      runtimeLock,
      target,
      date: 0,
      insideLibvips: { vips: '8' },
      libatomic: { version: '12', sha256: '00' },
    };
    const bill = billOfMaterials(facts);
    assert.deepEqual(bill, billOfMaterials(facts));
    const components = bill.components as { name: string; version: string; hashes?: object[] }[];
    const names = components.map(({ name }) => name);
    for (const name of [target.runtime, 'libatomic1', 'sharp', 'preact', 'fastify'])
      assert.ok(names.includes(name), name);
    for (const { name, hashes } of components) assert.equal(hashes?.length, 1, name);
    const refs = (bill.components as { 'bom-ref': string }[]).map((each) => each['bom-ref']);
    assert.equal(new Set(refs).size, refs.length);
  }
});

test('The system of a native file is read from its header', () => {
  const header = Buffer.alloc(20);
  header.write('\x7fELF', 'latin1');
  header.writeUInt16LE(0xb7, 18);
  assert.equal(elfMachine(header), targets.find(({ cpu }) => cpu === 'arm64')?.machine);
  assert.equal(elfMachine(Buffer.from('#!/bin/sh\n# a script')), undefined);
});

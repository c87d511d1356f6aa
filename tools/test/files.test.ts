import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import {
  findTests,
  groupTests,
  leaveOut,
  needBundle,
  needClient,
  needDatabase,
  selectTests,
} from './files.ts';

const all = [
  'server/src/features/users/users.test.ts',
  'server/src/lib/narrow/narrow.test.ts',
  'tests/e2e/reading.test.ts',
  'tests/faults/kill.test.ts',
  'wire/wire.test.ts',
];

it('The test runner finds test files at any depth, but not those of packages', (t) => {
  const root = mkdtempSync(path.join(tmpdir(), 'heddle-tests-'));
  t.after(() => rmSync(root, { recursive: true }));
  const files = [
    'wire/a.test.ts',
    'wire/a.ts',
    'web/src/store/b.test.ts',
    'tools/node_modules/x/c.test.ts',
    'data/d.test.ts',
  ];
  for (const file of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), '');
  }
  assert.deepEqual(findTests(root), ['web/src/store/b.test.ts', 'wire/a.test.ts']);
});

it('The test runner runs everything, slow suites included, unless --fast is given', () => {
  assert.deepEqual(selectTests(all, [], false), all);
  assert.deepEqual(selectTests(all, [], true), [all[0], all[1], all[4]]);
});

it('The test runner runs files named by path, folder or part of a path, each once', () => {
  assert.deepEqual(selectTests(all, ['./wire/wire.test.ts', 'server/src/', 'users'], false), [
    all[0],
    all[1],
    all[4],
  ]);
});

it('The test runner runs a named slow suite even with --fast', () => {
  assert.deepEqual(selectTests(all, ['faults'], true), ['tests/faults/kill.test.ts']);
});

it('The test runner leaves out the files of --except, whose words must match', () => {
  assert.deepEqual(leaveOut(all, ['tests/e2e/', 'narrow']), [all[0], all[3], all[4]]);
  assert.throws(() => leaveOut(all, ['tests/e2e/', 'narow']), /no test file matches "narow"/);
});

it('The test runner runs each file once, with neighbours in one process and some in their own', () => {
  const server = Array.from({ length: 143 }, (_, number) => `server/src/features/noun${number}/noun.test.ts`);
  const browser = Array.from({ length: 32 }, (_, number) => `tests/e2e/journey${number}.test.ts`);
  const database = ['server/src/app/cli/doctor.test.ts', 'server/src/db/open.test.ts'];
  const alone = ['server/src/app/cli/serve.test.ts', 'tests/laws/law-sqlite.test.ts', 'wire/wire.test.ts'];
  const files = [...server, ...alone, ...browser, ...database];
  const groups = groupTests(files);
  assert.deepEqual(groups.flat().sort(), [...files].sort());
  assert.deepEqual(groups.map((group) => group.length).sort(), [1, 1, 1, 16, 16, 2, 71, 72]);
  assert.ok(groups.some((group) => group.join() === database.join()));
  assert.deepEqual(groupTests(['wire/wire.test.ts']), [['wire/wire.test.ts']]);
});

it('The test runner starts the files first that take longest', () => {
  const short = Array.from({ length: 9 }, (_, number) => `web/src/store/noun${number}.test.ts`);
  const groups = groupTests([
    'wire/wire.test.ts',
    ...short,
    'tests/laws/law-postgres.test.ts',
    'tests/e2e/a.test.ts',
  ]);
  assert.deepEqual(groups, [
    ['tests/laws/law-postgres.test.ts'],
    ['tests/e2e/a.test.ts'],
    short,
    ['wire/wire.test.ts'],
  ]);
});

it('The test runner spreads files that mostly wait among those that do not', () => {
  const waiting = ['disk', 'kill', 'nodes'].map((name) => `tests/faults/${name}.test.ts`);
  const working = [
    'tests/laws/law-postgres',
    'tests/laws/law-sqlite',
    'tests/upgrades/upgrades',
    'wire/wire',
  ];
  const order = groupTests([...waiting, ...working.map((name) => `${name}.test.ts`)]).flat();
  const which = order.map((file) => (waiting.includes(file) ? 'waits' : 'works'));
  assert.deepEqual(which, ['works', 'waits', 'works', 'waits', 'works', 'waits', 'works']);
});

it('The test runner refuses a word that matches no file', () => {
  assert.throws(() => selectTests(all, ['wire', 'usres'], false), /no test file matches "usres"/);
});

it('The test runner starts a database for server tests, but not for pure ones', () => {
  assert.ok(needDatabase(all));
  assert.ok(
    !needDatabase(['wire/wire.test.ts', 'server/src/lib/narrow/narrow.test.ts', 'web/src/store/b.test.ts']),
  );
  assert.ok(needDatabase(['server/src/features/users/users.test.ts']));
  assert.ok(needDatabase(['tests/faults/kill.test.ts']));
});

it('The test runner builds the web client only for browser tests', () => {
  assert.ok(needClient(all));
  assert.ok(!needClient(['server/src/features/users/users.test.ts', 'web/src/store/b.test.ts']));
});

it('The test runner builds the server bundle only for tests that start it', () => {
  assert.ok(needBundle(all));
  assert.ok(needBundle(['server/src/app/cli/serve.test.ts']));
  assert.ok(!needBundle(['server/src/features/users/users.test.ts', 'web/src/store/b.test.ts']));
});

it('No test beside PostgreSQL replaces all timeouts, since those of queries that others make would end with them', () => {
  const root = path.join(import.meta.dirname, '..', '..');
  const replaces = (file: string) =>
    /timers\.enable\((?!\{ apis: \['setInterval'\] \}\))/.test(readFileSync(path.join(root, file), 'utf8'));
  const replacing = findTests(root).filter((file) => needDatabase([file]) && replaces(file));
  assert.deepEqual(replacing, []);
});

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { findTests, groupTests, needBundle, needClient, needDatabase, selectTests } from './test-files.ts';

const all = [
  'server/src/features/users/users.test.ts',
  'server/src/lib/narrow/narrow.test.ts',
  'tests/e2e/reading.test.ts',
  'tests/faults/kill.test.ts',
  'wire/wire.test.ts',
];

it('finds test files at any depth, but not those of packages or of folders that are not ours', (t) => {
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

it('runs everything, the slow suites too, unless told to be fast', () => {
  assert.deepEqual(selectTests(all, [], false), all);
  assert.deepEqual(selectTests(all, [], true), [all[0], all[1], all[4]]);
});

it('runs the files that are named by path, folder or part of a path, each once', () => {
  assert.deepEqual(selectTests(all, ['./wire/wire.test.ts', 'server/src/', 'users'], false), [
    all[0],
    all[1],
    all[4],
  ]);
});

it('runs a slow suite that is named even when told to be fast', () => {
  assert.deepEqual(selectTests(all, ['faults'], true), ['tests/faults/kill.test.ts']);
});

it('runs each file once: the server’s with their neighbours, those that need a process of their own alone', () => {
  const server = Array.from({ length: 19 }, (_, number) => `server/src/features/noun${number}/noun.test.ts`);
  const alone = [
    'server/src/app/cli/serve.test.ts',
    'server/src/db/open.test.ts',
    'tests/laws/law-sqlite.test.ts',
    'wire/wire.test.ts',
  ];
  const groups = groupTests([...server, ...alone]);
  assert.deepEqual(groups.flat(), [...server, ...alone]);
  assert.deepEqual(
    groups.map((group) => group.length),
    [7, 7, 5, 1, 1, 1, 1],
  );
  assert.deepEqual(groupTests(['wire/wire.test.ts']), [['wire/wire.test.ts']]);
});

it('refuses a name that means nothing', () => {
  assert.throws(() => selectTests(all, ['wire', 'usres'], false), /no test file matches "usres"/);
});

it('needs a database for the server’s tests, but not for what is pure', () => {
  assert.ok(needDatabase(all));
  assert.ok(
    !needDatabase(['wire/wire.test.ts', 'server/src/lib/narrow/narrow.test.ts', 'web/src/store/b.test.ts']),
  );
  assert.ok(needDatabase(['server/src/features/users/users.test.ts']));
  assert.ok(needDatabase(['tests/faults/kill.test.ts']));
});

it('needs the built web client only for those who look at it in a browser', () => {
  assert.ok(needClient(all));
  assert.ok(!needClient(['server/src/features/users/users.test.ts', 'web/src/store/b.test.ts']));
});

it('needs the server’s bundle for those who start it as its users do', () => {
  assert.ok(needBundle(all));
  assert.ok(needBundle(['server/src/app/cli/serve.test.ts']));
  assert.ok(!needBundle(['server/src/features/users/users.test.ts', 'web/src/store/b.test.ts']));
});

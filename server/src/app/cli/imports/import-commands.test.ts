import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { run } from '../../../../../tests/support/process/child.ts';
import { slackZip, newerSlackEntries } from '../../../../../tests/support/fixtures/slack.ts';
import { first, say, slack as looms, ts } from '../../../../../tests/support/fixtures/looms.ts';
import { undoAfter } from '../../../../../tests/support/undo.ts';
import { recordKinds } from '../../../../../wire/imports.ts';
import { ReportBuilder } from '../../../transfer/import/report.ts';
import { counted, resultText } from './import-text.ts';

const owner = ['--new', 'Weavers', '--owner-email', 'ada@example.com', '--owner-name', 'Ada Achterberg'];

test('Numbers have the form of their noun', () => {
  assert.deepEqual(
    [counted(1, 'channels'), counted(2, 'channels'), counted(1, 'people', 'person'), counted(1200, 'files')],
    ['1 channel', '2 channels', '1 person', '1,200 files'],
  );
});

const organization = { id: 1, name: 'Weavers', subdomain: '' };

test('A report has singular and plural forms: of what came, of problems, and of people without an address', () => {
  const textFor = (n: number): string => {
    const report = new ReportBuilder('slack', 'T1', false);
    for (const kind of recordKinds) report.count(kind, 'added', n);
    for (let i = 0; i < n; i++) report.problem(`message ${i}`, 'It has no time.');
    report.report.without_email = n;
    return resultText({ report: report.done(), organization }, {});
  };
  const [one, two] = [textFor(1), textFor(2)];
  assert.match(
    one,
    /^Imported 1 person, 1 channel, 1 conversation, 1 message, 1 thread, 1 reaction, 1 file, 1 emoji from/,
  );
  assert.match(
    two,
    /^Imported 2 people, 2 channels, 2 conversations, 2 messages, 2 threads, 2 reactions, 2 files, 2 emoji from/,
  );
  assert.match(one, /\n1 problem:\n[^]*\n1 person has no email address/);
  assert.match(two, /\n2 problems:\n[^]*\n2 people have no email address/);
  for (const text of [one, two])
    assert.doesNotMatch(text, /\b1 (?:people|\w+s)\b|\b2 (?:person|message|file)\b/);
});

test('The same command with --new says after its success that it is done, and what to run instead', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-import-'));
  undoAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'slack.zip');
  writeFileSync(file, looms({ messages: first }));
  const slack = (...flags: string[]) =>
    run(['import', 'slack', file, '--data', join(folder, 'data'), '--no-downloads', ...flags]);
  const brought = await slack(...owner);
  assert.match(brought.stdout, /^Imported 1 person, 1 channel, 5 messages from slack/);
  for (const more of [[], ['--dry-run']]) {
    const again = await slack(...owner, ...more);
    assert.equal(again.code, 1);
    assert.match(
      again.stderr,
      /This is done: Weavers was made and import \d+ has ended\. .*run it without --new.*--again/,
    );
  }
  const other = ['--new', 'Dyers', ...owner.slice(2)];
  assert.match((await slack(...other)).stderr, /--subdomain/);
  assert.match((await slack()).stdout, /^Imported nothing new/);
});

test('The owner of a new organization is called as in the export, unless the command gives a name', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-import-'));
  undoAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'slack.zip');
  writeFileSync(file, looms({ messages: first }));
  for (const [name, flags] of [
    ['Pia Person', []],
    ['Pia Prime', ['--owner-name', 'Pia Prime']],
  ] as const) {
    const data = ['--data', join(folder, name)];
    const made = ['--new', 'Weavers', '--owner-email', 'pia@example.com', ...flags];
    await run(['import', 'slack', file, '--no-downloads', ...made, ...data]);
    assert.match((await run(['user', 'list', ...data])).stdout, new RegExp(name));
  }
});

test('The commands of an import: a dry run leaves nothing, the first one says that it is done, and an undo takes all back', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-import-'));
  undoAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  const [data, file, newer] = ['data', 'slack.zip', 'newer.zip'].map((name) => join(folder, name));
  assert.ok(data && file && newer);
  writeFileSync(file, slackZip());
  writeFileSync(newer, slackZip(newerSlackEntries()));
  const slack = (path: string, ...flags: string[]) =>
    run(['import', 'slack', path, '--data', data, '--no-downloads', ...flags]);
  const dry = await slack(file, '--dry-run', ...owner);
  assert.match(dry.stdout, /^Would import 9 people, /);
  assert.match(dry.stdout, /general\/2023-01-02.json #9/);
  assert.ok(!existsSync(data));
  assert.deepEqual(readdirSync(folder).sort(), ['newer.zip', 'slack.zip']);
  for (const [flags, refusal] of [
    [['--owner-name', 'A'], /--owner-name: Name too short/],
    [['--new', ' '], /--new: Organization name cannot be blank/],
    [['--subdomain', 'no name'], /--subdomain: A subdomain must have/],
    [['--threads', 'all'], /--threads.*One of: topic, join/i],
    [['--topic-names', 'all'], /--topic-names.*One of: words, date/i],
  ] as const)
    assert.match((await slack(file, ...owner, ...flags)).stderr, refusal);
  assert.match((await slack(file, ...owner)).stdout, /^Imported 9 people, /);
  assert.match((await slack(file, ...owner)).stderr, /This is done: .*--again/);
  assert.match((await slack(newer, '--again')).stdout, /^Would import 3 messages/);
  assert.match((await slack(file)).stdout, /^Imported nothing new/);
  const undone = await run(['import', 'undo', '--data', data]);
  assert.match(undone.stdout, /^Import \d+ undone: 0 people.*\nImport \d+ undone: 9 people/);
  assert.match((await slack(file, '--again')).stderr, /Nothing of this workspace was imported/);
});

test('The command to undo says before what it does not bring back', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-import-'));
  undoAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  const [data, file] = [join(folder, 'data'), join(folder, 'slack.zip')];
  const slack = (messages: typeof first, ...flags: string[]) => {
    writeFileSync(file, looms({ messages }));
    return run(['import', 'slack', file, '--data', data, '--no-downloads', ...flags]);
  };
  await slack(first, ...owner);
  const newer = [say(0, 'warp of wool', { edited: { ts: ts(100) } }), ...first.slice(2)];
  assert.match((await slack(newer)).stdout, /edited there since: 1\n.*deleted there since: 1\n/);
  const planned = await run(['import', 'undo', '--dry-run', '--data', data]);
  assert.match(
    planned.stdout,
    /^Would undo import \d+ .*as before again: 1 text\.\nNot undone: import \d+ deleted 1 message\. /,
  );
  const undone = await run(['import', 'undo', '--data', data]);
  assert.match(undone.stderr, /^Not undone: import \d+ deleted 1 message\. /);
  assert.match(undone.stdout, /^Import \d+ undone: .*; as before again: 1 text\.\n$/);
  assert.match((await run(['import', 'undo', '--data', data])).stdout, /^Import \d+ undone: 1 person/);
});

import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { Child, run } from '../../../../tests/support/process/child.ts';
import { makePlace } from '../../../../tests/support/engines.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { readSecret } from './read-secret.ts';

async function emptyFolder(t: TestContext): Promise<string> {
  const { dataDir, remove } = await makePlace('sqlite');
  undoAfter(t, remove);
  return dataDir;
}

test('The help lists all commands and shows examples', async () => {
  const commands = ['serve', 'organization create', 'user create', 'user set-role', 'user grant', 'demo'];
  const asked = [...commands, 'config print', 'doctor'].map(async (command) => ({
    command,
    ...(await run([...command.split(' '), '--help'])),
  }));
  for (const { command, code, stdout } of await Promise.all(asked)) {
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`Usage: heddle ${command} .*Examples:\n {2}\\$ heddle ${command}`, 's'));
    assert.match(stdout, /--data <folder>/);
    assert.match(stdout, /--json/);
  }
});

test('An unknown or missing flag is refused with a hint', async () => {
  const unknown = await run(['serve', '--prot', '1']);
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /unknown option '--prot'\n\(Did you mean --port\?\)/);
  const missing = await run(['org', 'create']);
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /required option '--name <name>' not specified/);
  const asJson = await run(['user', 'list', '--json', '--prot', '1']);
  assert.equal(asJson.code, 1);
  assert.deepEqual(JSON.parse(asJson.stderr), { error: "unknown option '--prot'" });
});

test('A command whose output nobody reads any more does its work and says nothing of it', async (t) => {
  const data = await emptyFolder(t);
  const owner = [
    '--owner-email',
    'ada@example.com',
    '--owner-name',
    'Ada',
    '--owner-password',
    'seventeen looms',
  ];
  const child = new Child(['org', 'create', '--name', 'Weavers', ...owner, '--data', data]);
  child.process.stdout?.destroy();
  assert.deepEqual(await child.ended, { code: 0, stdout: '', stderr: '' });
  const { stdout } = await run(['user', 'list', '--data', data]);
  assert.match(stdout, /ada@example\.com/);
});

test('An error is printed as one line, or as a JSON object with --json, and never as a stack trace', async (t) => {
  const data = await emptyFolder(t);
  const command = ['user', 'set-role', '--email', 'ben@example.com', '--role', 'owner', '--data', data];
  const said = `There is no database in ${data}. Specify the data folder with --data.`;
  assert.deepEqual(await run(command), { code: 1, stdout: '', stderr: `heddle: ${said}\n` });
  const { stderr } = await run([...command, '--json']);
  assert.deepEqual(JSON.parse(stderr), { error: said });
  assert.equal(existsSync(join(data, 'heddle.db')), false);
});

test('Control characters in texts of others are printed as escapes, which no terminal takes for orders', async (t) => {
  const [data, source] = [await emptyFolder(t), await emptyFolder(t)];
  const field = 'clear\u001b[2J\u009b2J\u0007\r';
  writeFileSync(join(source, 'channels.jsonl'), JSON.stringify({ id: 'c1', name: 'looms', [field]: 1 }));
  const owner = ['--new', 'Weavers', '--owner-email', 'ada@example.com'];
  const command = ['import', 'csv', source, '--dry-run', ...owner, '--data', data];
  const control = /(?![\t\n])\p{Cc}/u;
  const asText = await run(command);
  assert.equal(asText.code, 0, asText.stderr);
  assert.ok(asText.stdout.includes(String.raw`clear\u001b[2J\u009b2J\u0007\u000d`), asText.stdout);
  assert.doesNotMatch(asText.stdout + asText.stderr, control);
  const { stdout } = await run([...command, '--json']);
  assert.doesNotMatch(stdout, control);
  assert.ok(JSON.stringify(JSON.parse(stdout)).includes(JSON.stringify(field).slice(1, -1)));
});

test('The effective configuration is printed as text or as JSON', async (t) => {
  const data = await emptyFolder(t);
  writeFileSync(join(data, 'heddle.toml'), 'port = 1234\n');
  const { stdout } = await run(['config', 'print', '--data', data, '--log-level', 'warn', '--json']);
  const settings = JSON.parse(stdout) as Record<string, { value: unknown; source: string }>;
  assert.deepEqual(settings.port, { value: 1234, source: 'file' });
  assert.deepEqual(settings.log_level, { value: 'warn', source: 'flag' });
});

test('A secret is read from a flag or from a file, and refused when both are given', async (t) => {
  const path = join(await emptyFolder(t), 'password.txt');
  writeFileSync(path, ' with spaces \r\n');
  assert.equal(readSecret({ ownerPassword: 'x' }, 'owner-password'), 'x');
  assert.equal(readSecret({ ownerPasswordFile: path }, 'owner-password'), ' with spaces ');
  const both = { ownerPassword: 'x', ownerPasswordFile: path };
  assert.throws(() => readSecret(both, 'owner-password'), /are both set/);
  assert.throws(() => readSecret({}, 'owner-password'), /Missing password\. Use --owner-password-file/);
  assert.throws(() => readSecret({ passwordFile: `${path}x` }, 'password'), /--password-file cannot be read/);
});

import assert from 'node:assert/strict';
import { existsSync, writeFileSync, readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { Child, run } from '../../../../tests/support/process/child.ts';
import { makePlace } from '../../../../tests/support/engines.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { readSecret } from './read-secret.ts';
import { spawnSync } from 'node:child_process';
import type { Command } from 'commander';
import { configFlags, configKeys, flagName, getSetting } from '../../lib/config/config-schema.ts';
import { completionScript } from './completion.ts';
import { fold } from './program-parts.ts';
import { makeProgram } from './program.ts';
import { tmpdir } from 'node:os';
import { pushRelay } from '../../../../tests/support/services/push-relay.ts';
import { loadConfig } from '../../lib/config/config.ts';

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

test('The bash completion script completes commands, subcommands and options', async () => {
  const { code, stdout: script } = await run(['completion', 'bash']);
  assert.equal(code, 0);
  const complete = (...words: string[]) => {
    const line = ['heddle', ...words].map((word) => `'${word}'`).join(' ');
    const { stdout } = spawnSync(
      'bash',
      [
        '-c',
        `${script}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _heddle; printf '%s\\n' "\${COMPREPLY[@]}"`,
      ],
      { encoding: 'utf8' },
    );
    return stdout.trim().split('\n');
  };
  assert.deepEqual(complete('org'), ['organization']);
  assert.deepEqual(complete('user', 'rea'), ['reactivate']);
  assert.deepEqual(complete('user', 'list', '--bo'), ['--bots']);
  assert.deepEqual(complete('user', 'show', '--email', 'ada@example.com', '--j'), ['--json']);
  assert.ok(complete('nonsense', 'co').includes('completion'));
});

test('Completion scripts exist for zsh and fish, and other shells are refused', async () => {
  const zsh = await run(['completion', 'zsh']);
  const fish = await run(['completion', 'fish']);
  const other = await run(['completion', 'tcsh']);
  assert.match(zsh.stdout, /bashcompinit[^]*complete -o default -F _heddle heddle/);
  assert.match(fish.stdout, /-n '__fish_use_subcommand' -a user -d 'Manage users'/);
  assert.match(
    fish.stdout,
    /-n '__fish_seen_subcommand_from user; and __fish_seen_subcommand_from list' -l bots -d 'Include bots'/,
  );
  assert.equal(other.code, 1);
  assert.match(other.stderr, /Allowed choices are bash, zsh, fish/);
});

// What has to name every command, whichever there are.

interface KnownCommand {
  /** Such as `user list`; with an alias in place of a name where there is one. */
  path: string;
  command: Command;
}

const below = (command: Command, path: string): KnownCommand[] =>
  command.commands.flatMap((one) =>
    [one.name(), ...one.aliases()].flatMap((name) => {
      const own = `${path} ${name}`.trim();
      return [{ path: own, command: one }, ...below(one, own)];
    }),
  );

const program = makeProgram();
const all: KnownCommand[] = [{ path: '', command: program }, ...below(program, '')];

/** What may be typed next; as the help shows it, which leaves out what is hidden. */
const wanted = ({ command }: KnownCommand): string[] => {
  const help = command.createHelp();
  const names = help.visibleCommands(command).map((one) => one.name());
  const options = help.visibleOptions(command).flatMap(({ long }) => long ?? []);
  return [...names.filter((name) => name !== 'help'), ...options].toSorted();
};

test('The bash completion script completes every command and every option that its help shows', () => {
  const script = completionScript(program, 'bash');
  const asked = all.map(({ path }) => {
    const words = ['heddle', ...path.split(' ').filter(Boolean), ''].map((word) => `'${word}'`);
    return `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _heddle; echo "\${COMPREPLY[*]}"`;
  });
  const { stdout, stderr } = spawnSync('bash', { input: [script, ...asked].join('\n'), encoding: 'utf8' });
  const answers = stdout.trimEnd().split('\n');
  assert.equal(answers.length, all.length, stderr);
  for (const [i, known] of all.entries())
    assert.deepEqual(answers[i]?.split(' ').toSorted(), wanted(known), `heddle ${known.path}`);
});

test('The fish completion script completes every command and every option that its help shows', () => {
  const lines = completionScript(program, 'fish').split('\n');
  for (const known of all) {
    const words = known.path.split(' ').filter(Boolean);
    const here = lines.filter((line) =>
      words.length === 0
        ? line.includes("-n '__fish_use_subcommand'")
        : line.includes(`-n '${words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')}`),
    );
    const missing = wanted(known).filter(
      (word) =>
        !here.some((line) => line.includes(word.startsWith('--') ? ` -l ${word.slice(2)} ` : ` -a ${word} `)),
    );
    assert.deepEqual(missing, [], `heddle ${known.path}`);
  }
});

test('The documentation of the commands explains each of them beside the table that is made from their help', () => {
  const page = readFileSync(new URL('../../../../docs/commands.md', import.meta.url), 'utf8');
  const text = page.replace(/<!-- commands: [^]*<!-- end of commands -->/, '');
  const missing = all
    .filter(({ command }) => command.commands.length === 0)
    .map(({ path }) => path.replace(/^org /, 'organization '))
    .filter((path) => !new RegExp(`heddle ${path}\\b`).test(text));
  assert.deepEqual(missing, []);
});

test('Options that say the same in the help have the same name, and an organization is always named by --org', () => {
  const options = all.flatMap(({ command }) => command.createHelp().visibleOptions(command));
  const names = new Map<string, Set<string>>();
  for (const { description, long = '' } of options)
    names.set(description, (names.get(description) ?? new Set()).add(long));
  const several = [...names].filter(([, found]) => found.size > 1);
  assert.deepEqual(several, []);
  const ofOrganizations = options.filter(({ flags }) => flags.includes('<subdomain>'));
  assert.deepEqual([...new Set(ofOrganizations.map(({ long }) => long))], ['--org']);
});

test('The help of a setting with a fixed list of values names them', () => {
  for (const key of configKeys) {
    const found = configFlags.find(({ flags }) => flags.startsWith(`${flagName(key)} `));
    const help = `${found?.flags ?? ''} ${found?.description ?? ''}`;
    for (const word of getSetting(key).enum ?? [])
      assert.match(help, new RegExp(`[<[|:,] ?${String(word)}\\b`), `${key} ${String(word)}`);
  }
});

function dataFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-'));
  undoAfter(t, () => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'heddle.toml'), 'base_url = "https://chat.example.com"\n');
  return folder;
}

/** The JSON value that a command prints. The test runner prints lines of its own in between. */
async function printedBy(t: TestContext, command: readonly string[]): Promise<Record<string, string>> {
  const { mock } = t.mock.method(process.stdout, 'write', () => true);
  await makeProgram().parseAsync(command, { from: 'user' });
  const texts = mock.calls.map((call) => String(call.arguments[0]));
  mock.restore();
  return JSON.parse(texts.findLast((text) => text.startsWith('{')) ?? '{}') as Record<string, string>;
}

test('heddle push enroll registers the server at a push relay, and prints settings that are accepted', async (t) => {
  const relay = await pushRelay(t);
  const data = dataFolder(t);
  const command = ['push', 'enroll', '--relay', relay.url, '--contact', 'ada@example.com', '--data', data];
  const printed = await printedBy(t, [...command, '--json']);
  assert.deepEqual(
    relay.of('server/register').map(({ body }) => body),
    [
      {
        zulip_org_id: printed.push_relay_id,
        zulip_org_key: printed.push_relay_key,
        hostname: 'chat.example.com',
        contact_email: 'ada@example.com',
      },
    ],
  );
  const env = {
    HEDDLE_PUSH_RELAY_URL: printed.push_relay_url,
    HEDDLE_PUSH_RELAY_ID: printed.push_relay_id,
    HEDDLE_PUSH_RELAY_KEY: printed.push_relay_key,
  };
  assert.equal(loadConfig({ data }, env).pushRelayUrl, relay.url);
});

test('heddle push enroll reports why a push relay refuses the server', async (t) => {
  const relay = await pushRelay(t);
  relay.response = { status: 400, json: { msg: 'chat.example.com is not a valid hostname' } };
  const command = ['push', 'enroll', '--relay', relay.url, '--contact', 'ada@example.com'];
  await assert.rejects(
    makeProgram().parseAsync([...command, '--data', dataFolder(t)], { from: 'user' }),
    /not a valid hostname/,
  );
});

test('heddle push key prints the same public key of 32 bytes whenever it is called', async (t) => {
  const command = ['push', 'key', '--json', '--data', dataFolder(t)];
  const [first, second] = [await printedBy(t, command), await printedBy(t, command)];
  assert.equal(Buffer.from(first.public_key ?? '', 'base64').length, 32);
  assert.deepEqual(second, first);
});

test('Lines of the help are broken between words where the terminal ends', () => {
  for (const width of [80, 120])
    for (const { command, path } of below(makeProgram(), '')) {
      let help = '';
      const writeOut = (text: string) => void (help += fold(text, width));
      command.configureOutput({ writeOut, getOutHelpWidth: () => width }).outputHelp();
      const wide = help.split('\n').filter((line) => line.length > width && line.trim().includes(' '));
      assert.deepEqual(wide, [], path);
    }
});

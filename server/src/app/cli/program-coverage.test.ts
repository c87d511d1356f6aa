/** What has to name every command, whichever there are. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Command } from 'commander';
import { configFlags, configKeys, flagName, getSetting } from '../../lib/config/config-schema.ts';
import { completionScript } from './completion.ts';
import { makeProgram } from './program.ts';

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

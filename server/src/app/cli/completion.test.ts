import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { run } from '../../../../tests/support/process/child.ts';

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

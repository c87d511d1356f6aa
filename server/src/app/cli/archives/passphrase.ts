/** Reads the passphrase of an archive from a file, the environment or the terminal, never from the command line, which other users can see. */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { getBackupPassphrase } from '../../../lib/config/config.ts';
import { CommandError } from '../../../lib/command-error.ts';
import { errorMessage } from '../../../lib/thrown.ts';
import { writeAside } from '../print.ts';

const shortest = 8;

/** @param use `confirm` asks twice on a terminal; `optional` does not ask. */
export async function getPassphrase(
  flags: Readonly<Record<string, unknown>>,
  use: 'confirm' | 'optional',
): Promise<string | undefined> {
  const given = fromFile(flags.passphraseFile) ?? getBackupPassphrase();
  if (given !== undefined || use === 'optional') return given === undefined ? undefined : checked(given);
  if (!process.stdin.isTTY)
    throw new CommandError('Missing passphrase. Use --passphrase-file <path> or HEDDLE_BACKUP_PASSPHRASE.');
  const typed = checked(await ask('Passphrase for the secrets: '));
  if ((await ask('Repeat the passphrase: ')) !== typed) throw new CommandError('The passphrases differ.');
  return typed;
}

function checked(passphrase: string): string {
  if (passphrase.length >= shortest) return passphrase;
  throw new CommandError(`The passphrase must have at least ${shortest} characters.`);
}

function fromFile(path: unknown): string | undefined {
  if (typeof path !== 'string') return undefined;
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new CommandError(`--passphrase-file cannot be read: ${errorMessage(error)}`);
  }
}

/** Does not echo the input. */
async function ask(question: string): Promise<string> {
  writeAside(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    writeAside('\n');
  }
}

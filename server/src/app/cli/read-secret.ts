/** Reads a secret from a flag, a file or standard input. */
import { readFileSync } from 'node:fs';
import { CommandError } from '../../lib/command-error.ts';
import { errorMessage } from '../../lib/thrown.ts';

/** @param flag Without its dashes; `<flag>-file` names a file, or standard input as `-`. */
export function readSecret(flags: Readonly<Record<string, unknown>>, flag: string): string {
  const key = flag.replace(/-./g, (two) => two.charAt(1).toUpperCase());
  const [direct, path] = [flags[key], flags[`${key}File`]];
  if (typeof direct === 'string' && typeof path === 'string')
    throw new CommandError(`--${flag} and --${flag}-file are both set; set only one.`);
  if (typeof direct === 'string') return direct;
  if (typeof path === 'string') return fromFile(path, flag);
  throw new CommandError(`Missing password. Use --${flag}-file <path> or --${flag} <password>.`);
}

function fromFile(path: string, flag: string): string {
  try {
    // Descriptor 0 is standard input. Editors end a file with a line break that is not part of the password.
    return readFileSync(path === '-' ? 0 : path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new CommandError(`--${flag}-file cannot be read: ${errorMessage(error)}`);
  }
}

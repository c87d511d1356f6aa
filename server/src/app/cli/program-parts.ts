/** Shared by all commands: flags, help, and how a command reaches the running server. */
import { type Command, Help, InvalidArgumentError } from 'commander';
import { configFlags } from '../../lib/config/config-schema.ts';
import type { AdminCommandName, CommandResult } from './command-list.ts';
import type { Result } from './admin-command.ts';
import { writeAside, writeOut } from './print.ts';

export type Flags = Record<string, unknown> & { json?: boolean };

export const examples = (commands: readonly string[]): string =>
  `\nExamples:\n${commands.map((command) => `  $ ${command}`).join('\n')}`;

/** Flags of `serve` that every command accepts: they select the data. */
export const storageFlags = configFlags.filter(({ flags }) => /^--(backup-)?s3-/.test(flags));
const aboutData = configFlags.filter(({ flags }) => /^--(data|database-url|secrets-file)\b/.test(flags));

export function command(parent: Command, name: string, description: string, flags = aboutData): Command {
  const made = parent.command(name).description(description);
  for (const one of flags) made.option(one.flags, one.description);
  return made.option('--json', 'Print machine-readable JSON');
}

export const whileRunning = '\n\nWorks whether or not the server is running.';

export const organizationFlag = [
  '--org <subdomain>',
  'Subdomain of the organization; required if there are several',
] as const;

export async function administer<Name extends AdminCommandName>(
  name: Name,
  flags: Flags,
  options: Result,
  say: (response: CommandResult<Name>) => string,
): Promise<void> {
  const [{ loadConfig }, { runWherePossible }] = await Promise.all([
    import('../../lib/config/config.ts'),
    import('./admin.ts'),
  ]);
  const response = await runWherePossible(loadConfig(flags), name, options);
  const { warning, ...printed }: Result = response;
  if (typeof warning === 'string') writeAside(`heddle: ${warning}\n`);
  writeOut(`${flags.json ? JSON.stringify(printed) : say(response)}\n`);
}

/** @throws InvalidArgumentError */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Not a whole number.');
  return Number(text);
}

/** One of some words, which the refusal names. */
export const listedWord =
  (...words: readonly string[]) =>
  (text: string): string => {
    if (!words.includes(text)) throw new InvalidArgumentError(`It is one of: ${words.join(', ')}.`);
    return text;
  };

/** The password from its flag, or from the file or standard input that the flag names. */
export async function password(flags: Flags, flag: string): Promise<string> {
  const { readSecret } = await import('./read-secret.ts');
  return readSecret(flags, flag);
}

/** Longer names stand in a line of their own, so that what they are about keeps its column. */
const widestName = 32;

export const helpLayout = {
  padWidth: (command: Command, helper: Help): number =>
    Math.min(widestName, Help.prototype.padWidth.call(helper, command, helper)),
  formatItem(name: string, width: number, description: string, helper: Help): string {
    const write = Help.prototype.formatItem.bind(helper);
    if (description === '' || helper.displayWidth(name) <= width)
      return write(name, width, description, helper);
    return `  ${name}\n${write('', width, description, helper)}`;
  },
};

/** Breaks lines that are too long between words, and commands before a flag. */
export const fold = (text: string, width: number): string =>
  text
    .split('\n')
    .flatMap((line) => {
      if (line.length <= width) return [line];
      const isCommand = line.startsWith('  $ ');
      // The backslash has to fit too.
      const parts = isCommand ? line.split(/ (?=--)/) : line.split(/(?<=\S) /);
      return joined(parts, isCommand ? width - 2 : width).map(
        (part, i, { length }) =>
          `${i > 0 && isCommand ? '      ' : ''}${part}${isCommand && i < length - 1 ? ' \\' : ''}`,
      );
    })
    .join('\n');

function joined(parts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + part.length <= width - 6)
      lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(part);
  }
  return lines;
}

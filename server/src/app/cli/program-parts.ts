/** Shared by all commands: flags, help, and how a command reaches the running server. */
import { type Command, InvalidArgumentError } from 'commander';
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

/** The password from its flag, or from the file or standard input that the flag names. */
export async function password(flags: Flags, flag: string): Promise<string> {
  const { readSecret } = await import('./read-secret.ts');
  return readSecret(flags, flag);
}

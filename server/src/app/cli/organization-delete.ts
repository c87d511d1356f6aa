/** Implements `heddle organization delete`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { loadConfig } from '../../lib/config/config.ts';
import { deleteOrganization } from '../../transfer/organization-archive/delete.ts';
import type { Flags } from './program-parts.ts';
import { askRunningServer } from './socket/socket-client.ts';
import { CommandError } from '../../lib/command-error.ts';
import { writeOut } from './print.ts';

export async function organizationDelete(flags: Flags): Promise<void> {
  const config = loadConfig(flags);
  if ((await askRunningServer(config.data, 'status', {})) !== undefined)
    throw new CommandError(`A server is running on ${config.data}. Stop it first.`);
  // A mistyped folder must not be created.
  if (config.databaseUrl === undefined && !existsSync(join(config.data, 'heddle.db')))
    throw new CommandError(`There is no database in ${config.data}. Specify the data folder with --data.`);
  const confirm = (name: string) => (flags.yes === true ? Promise.resolve() : askForName(name));
  const deleted = await deleteOrganization(config, String(flags.org), confirm);
  const text = `Deleted ${deleted.name}: ${deleted.rows} rows. ${deleted.files} files are deleted when the server is started.`;
  writeOut(`${flags.json === true ? JSON.stringify(deleted) : text}\n`);
}

/** @throws CommandError unless the operator types the name. */
async function askForName(name: string): Promise<void> {
  if (!process.stdin.isTTY) throw new CommandError('This cannot be undone. Confirm it with --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const typed = await terminal.question(
      `All messages, files and accounts of ${name} will be deleted. This cannot be undone.\nType the name of the organization to confirm: `,
    );
    if (typed.trim() !== name) throw new CommandError('The name does not match. Nothing was deleted.');
  } finally {
    terminal.close();
  }
}

/**
 * The commands that change an organization. Each is one function over an open server, so that it does the same whether
 * the command opens the database itself or a running server does it for the command.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import type { Config } from '../../lib/config/config.ts';
import { openApp, type App } from '../open-app.ts';
import { prepareDataFolder } from '../../lib/config/data-folder.ts';
import { silentLog } from '../../lib/logging.ts';
import type { Secrets } from '../../lib/secrets.ts';
import { currentRequest } from '../../lib/telemetry/current-request.ts';
import { askRunningServer } from './socket/socket-client.ts';
import { CommandError } from '../../lib/command-error.ts';
import type { AdminCommand, Result } from './admin-command.ts';
import { type AdminCommandName, commands, type CommandResult, isAdminCommand } from './command-list.ts';

/** @throws CommandError for an unknown command or option. */
export async function runAdmin<Name extends string>(
  app: App,
  name: Name,
  options: unknown,
): Promise<CommandResult<Name>> {
  if (!isAdminCommand(name)) throw new CommandError(`This server has no command ${name}.`);
  const command: AdminCommand = await commands[name]();
  const check = Compile(command.options);
  if (check.Check(options))
    // The compiler does not relate a name to the result of its command.
    return runAsCommand(name, () => command.run(app, options)) as Promise<CommandResult<Name>>;
  throw new CommandError(`The options are not valid: ${describeFault(check.Errors(options)[0])}`);
}

/** With the values of a fixed list, which the message leaves out. */
function describeFault(fault: TLocalizedValidationError | undefined): string {
  if (!fault) return '';
  const allowed = fault.keyword === 'enum' ? `: ${fault.params.allowedValues.join(', ')}` : '';
  return `${fault.instancePath} ${fault.message}${allowed}`;
}

/** Makes the audit log name the command for every change. */
export const runAsCommand = <T>(name: string, run: () => Promise<T>): Promise<T> =>
  currentRequest.run(
    {
      id: '',
      operation: undefined,
      queries: 0,
      queryMs: 0,
      origin: { source: 'command', client: `heddle ${name}` },
    },
    run,
  );

/** Runs a command in the server that has the data folder open, or in this process if there is none. */
export async function runWherePossible<Name extends AdminCommandName>(
  config: Config,
  name: Name,
  options: Result,
): Promise<CommandResult<Name>> {
  const response = await askRunningServer(config.data, name, options);
  if (response !== undefined) return response;
  // A mistyped folder must not be created.
  if (
    name !== 'org-create' &&
    config.databaseUrl === undefined &&
    !existsSync(join(config.data, 'heddle.db'))
  )
    throw new CommandError(`There is no database in ${config.data}. Specify the data folder with --data.`);
  return withApp(config, (app) => runAdmin(app, name, options));
}

/** Opens the database in this process, which locks out all others until the command has ended. */
export async function withApp<T>(
  config: Config,
  use: (app: App) => Promise<T>,
  secrets?: Secrets,
): Promise<T> {
  prepareDataFolder(config.data);
  const app = await openApp({
    config,
    ...(secrets ? { secrets } : {}),
    log: silentLog(),
  });
  try {
    return await use(app);
  } finally {
    await app.close();
  }
}

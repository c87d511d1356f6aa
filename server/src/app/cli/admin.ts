/**
 * The commands that change an organization. Each is one function over an open server, so that it does the same whether
 * the command opens the database itself or a running server does it for the command.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Compile } from 'typebox/compile';
import type { Config } from '../../lib/config/config.ts';
import { openApp, type App } from '../open-app.ts';
import { prepareDataFolder } from '../../lib/config/data-folder.ts';
import { silentLog } from '../../lib/logging.ts';
import type { Secrets } from '../../lib/secrets.ts';
import { currentRequest } from '../../lib/telemetry/current-request.ts';
import { askRunningServer } from './socket/socket-client.ts';
import { CommandError } from './command-error.ts';
import type { AdminCommand, Result } from './admin-command.ts';

const commands = {
  'mail-digest': () => import('./commands/mail-digest.ts'),
  'mail-receive': () => import('./commands/mail-receive.ts'),
  'archive-audit': () => import('./commands/archive-audit.ts'),
  'certificates-list': () => import('./commands/certificates-list.ts'),
  'files-hold': () => import('./commands/files-hold.ts'),
  'proxy-probe': () => import('./commands/proxy-probe.ts'),
  'org-create': () => import('./commands/organization/create.ts'),
  'organization-list': () => import('./commands/organization/list.ts'),
  'organization-set': () => import('./commands/organization/set.ts'),
  'organization-set-active': () => import('./commands/organization/set-active.ts'),
  'import-run': () => import('./commands/imports/run.ts'),
  'import-progress': () => import('./commands/imports/progress.ts'),
  'import-stop': () => import('./commands/imports/stop.ts'),
  'import-list': () => import('./commands/imports/list.ts'),
  'import-links': () => import('./commands/imports/links.ts'),
  'import-undo': () => import('./commands/imports/undo.ts'),
  'jobs-list': () => import('./commands/jobs/list.ts'),
  'jobs-retry': () => import('./commands/jobs/retry.ts'),
  'ldap-sync': () => import('./commands/ldap/sync.ts'),
  'nodes-list': () => import('./commands/nodes-list.ts'),
  'jobs-drop': () => import('./commands/jobs/drop.ts'),
  'export-foreign': () => import('./commands/export-foreign.ts'),
  'export-html': () => import('./commands/export-html.ts'),
  'queue-stats': () => import('./commands/queue-stats.ts'),
  'secrets-rotate': () => import('./commands/secrets-rotate.ts'),
  'support-facts': () => import('./commands/support-facts.ts'),
  'scim-create-token': () => import('./commands/scim/create-token.ts'),
  'scim-revoke-token': () => import('./commands/scim/revoke-token.ts'),
  'scim-tokens': () => import('./commands/scim/tokens.ts'),
  'sign-in-test': () => import('./commands/sign-in-test.ts'),
  'storage-stats': () => import('./commands/storage-stats.ts'),
  'mail-test': () => import('./commands/mail-test.ts'),
  'user-create': () => import('./commands/user/create.ts'),
  'user-set-role': () => import('./commands/user/set-role.ts'),
  'user-list': () => import('./commands/user/list.ts'),
  'user-show': () => import('./commands/user/show.ts'),
  'user-deactivate': () => import('./commands/user/deactivate.ts'),
  'user-reactivate': () => import('./commands/user/reactivate.ts'),
  'user-require-password-change': () => import('./commands/user/require-password-change.ts'),
  'user-reset-password': () => import('./commands/user/reset-password.ts'),
  'user-reset-two-factor': () => import('./commands/user/reset-two-factor.ts'),
  'user-delete': () => import('./commands/user/delete.ts'),
  'user-sign-out': () => import('./commands/user/sign-out.ts'),
  'keys-create': () => import('./commands/keys/create.ts'),
  'keys-list': () => import('./commands/keys/list.ts'),
  'keys-revoke': () => import('./commands/keys/revoke.ts'),
  'user-grant': () => import('./commands/user/grant.ts'),
} satisfies Record<string, () => Promise<{ default: AdminCommand }>>;

export type AdminCommandName = keyof typeof commands;

export const adminCommandNames: readonly string[] = Object.keys(commands);

/** @throws CommandError for an unknown command or option. */
export async function runAdmin(app: App, name: string, options: unknown): Promise<Result> {
  if (!Object.hasOwn(commands, name)) throw new CommandError(`This server has no command ${name}.`);
  const { default: command } = await commands[name as AdminCommandName]();
  const check = Compile(command.options);
  if (check.Check(options)) return runAsCommand(name, () => command.run(app, options));
  const fault = check.Errors(options)[0];
  throw new CommandError(`The options are not valid: ${fault?.instancePath ?? ''} ${fault?.message ?? ''}`);
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
export async function runWherePossible(
  config: Config,
  name: AdminCommandName,
  options: Result,
): Promise<Result> {
  const response = await askRunningServer(config.data, name, options);
  if (response !== undefined) return response as Result;
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

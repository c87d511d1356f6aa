/** The commands that change or inspect an organization, by name, each loaded when it runs. */
import type { AdminCommand, Result } from './admin-command.ts';

export const commands = {
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
  'ldap-link': () => import('./commands/ldap/link.ts'),
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
  'settings-list': () => import('./commands/settings-list.ts'),
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

/** What a command returns; any fields for a name that is only known at run time. */
export type CommandResult<Name extends string> = Name extends AdminCommandName
  ? Awaited<ReturnType<Awaited<ReturnType<(typeof commands)[Name]>>['default']['run']>>
  : Result;

export const isAdminCommand = (name: string): name is AdminCommandName => Object.hasOwn(commands, name);

export const adminCommandNames: readonly string[] = Object.keys(commands);

/** The commands that change or inspect an organization, by name. Those of a noun are in one file, which is loaded when one of them runs. */
import type { AdminCommand, Result } from './admin-command.ts';

export const commands = {
  'export-foreign': async () => (await import('./commands/exports.ts')).exportForeign,
  'export-html': async () => (await import('./commands/exports.ts')).exportHtml,
  'import-run': async () => (await import('./commands/imports.ts')).importRun,
  'import-progress': async () => (await import('./commands/imports.ts')).importProgress,
  'import-stop': async () => (await import('./commands/imports.ts')).importStop,
  'import-list': async () => (await import('./commands/imports.ts')).importList,
  'import-links': async () => (await import('./commands/imports.ts')).importLinks,
  'import-undo': async () => (await import('./commands/imports.ts')).importUndo,
  'jobs-list': async () => (await import('./commands/jobs.ts')).jobsList,
  'jobs-retry': async () => (await import('./commands/jobs.ts')).jobsRetry,
  'jobs-drop': async () => (await import('./commands/jobs.ts')).jobsDrop,
  'keys-create': async () => (await import('./commands/keys.ts')).keysCreate,
  'keys-list': async () => (await import('./commands/keys.ts')).keysList,
  'keys-revoke': async () => (await import('./commands/keys.ts')).keysRevoke,
  'ldap-link': async () => (await import('./commands/ldap.ts')).ldapLink,
  'ldap-sync': async () => (await import('./commands/ldap.ts')).ldapSync,
  'mail-digest': async () => (await import('./commands/mail.ts')).mailDigest,
  'mail-receive': async () => (await import('./commands/mail.ts')).mailReceive,
  'mail-test': async () => (await import('./commands/mail.ts')).mailTest,
  'org-create': async () => (await import('./commands/organization.ts')).orgCreate,
  'organization-list': async () => (await import('./commands/organization.ts')).organizationList,
  'organization-set': async () => (await import('./commands/organization.ts')).organizationSet,
  'organization-set-active': async () => (await import('./commands/organization.ts')).organizationSetActive,
  'scim-create-token': async () => (await import('./commands/scim.ts')).scimCreateToken,
  'scim-revoke-token': async () => (await import('./commands/scim.ts')).scimRevokeToken,
  'scim-tokens': async () => (await import('./commands/scim.ts')).scimTokens,
  'secrets-rotate': async () => (await import('./commands/secrets.ts')).secretsRotate,
  'archive-audit': async () => (await import('./commands/server.ts')).archiveAudit,
  'certificates-list': async () => (await import('./commands/server.ts')).certificatesList,
  'files-hold': async () => (await import('./commands/server.ts')).filesHold,
  'proxy-probe': async () => (await import('./commands/server.ts')).proxyProbe,
  'nodes-list': async () => (await import('./commands/server.ts')).nodesList,
  'queue-stats': async () => (await import('./commands/server.ts')).queueStats,
  'support-facts': async () => (await import('./commands/server.ts')).supportFacts,
  'settings-list': async () => (await import('./commands/server.ts')).settingsList,
  'storage-stats': async () => (await import('./commands/server.ts')).storageStats,
  'sign-in-test': async () => (await import('./commands/sign-in.ts')).signInTest,
  'user-create': async () => (await import('./commands/user.ts')).userCreate,
  'user-set-role': async () => (await import('./commands/user.ts')).userSetRole,
  'user-list': async () => (await import('./commands/user.ts')).userList,
  'user-show': async () => (await import('./commands/user.ts')).userShow,
  'user-deactivate': async () => (await import('./commands/user.ts')).userDeactivate,
  'user-reactivate': async () => (await import('./commands/user.ts')).userReactivate,
  'user-require-password-change': async () => (await import('./commands/user.ts')).userRequirePasswordChange,
  'user-reset-password': async () => (await import('./commands/user.ts')).userResetPassword,
  'user-reset-two-factor': async () => (await import('./commands/user.ts')).userResetTwoFactor,
  'user-delete': async () => (await import('./commands/user.ts')).userDelete,
  'user-sign-out': async () => (await import('./commands/user.ts')).userSignOut,
  'user-grant': async () => (await import('./commands/user.ts')).userGrant,
} satisfies Record<string, () => Promise<AdminCommand>>;

export type AdminCommandName = keyof typeof commands;

/** What a command returns; any fields for a name that is only known at run time. */
export type CommandResult<Name extends string> = Name extends AdminCommandName
  ? Awaited<ReturnType<Awaited<ReturnType<(typeof commands)[Name]>>['run']>>
  : Result;

export const isAdminCommand = (name: string): name is AdminCommandName => Object.hasOwn(commands, name);

export const adminCommandNames: readonly string[] = Object.keys(commands);

/** What other rooms use of audit. */
export { type AuditAct, audit, auditChange, auditNewSecrets, auditUser } from './audit.ts';
export { eraseFromAudit } from './erase.ts';
export { auditSignIn, isAdministrator } from './sign-in.ts';

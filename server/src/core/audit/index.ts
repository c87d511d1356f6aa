/** The exports of `audit` for other rooms. */
export { type AuditAct, audit, auditChange, auditNewSecrets, auditRow, auditUser } from './audit.ts';
export { eraseFromAudit } from './erase.ts';
export { auditSignIn } from './sign-in.ts';

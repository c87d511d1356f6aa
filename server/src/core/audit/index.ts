/** The exports of `audit` for other rooms. */
export { type AuditAct, audit, auditChange, auditNewSecrets, auditRow, auditUser } from './audit.ts';
export { eraseFromAudit, auditSignIn } from './erase.ts';

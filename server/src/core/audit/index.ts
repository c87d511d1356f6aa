/** What other rooms use of audit. */
export { type AuditAct, audit, auditChange, auditUser } from './audit.ts';

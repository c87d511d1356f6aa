/** What other rooms use of audit. */
export {
  type AuditAct,
  type AuditValues,
  audit,
  auditChange,
  auditNewSecrets,
  auditRow,
  auditUser,
} from './audit.ts';
export { eraseFromAudit } from './erase.ts';
export { auditSignIn } from './sign-in.ts';

/** The table of the audit log; for the forms of values see `schema.ts`. */
import type { Generated } from 'kysely';
import type { AuditAction, AuditSource, AuditTarget } from '../../../../wire/audit-log.ts';

export interface AuditEntryTable {
  id: Generated<number>;
  org_id: number;
  created_at: number;
  /** Null where no account acted: for commands, and for the server itself. */
  actor_id: number | null;
  source: AuditSource;
  address: string | null;
  client: string | null;
  /** Operation ID of the request. */
  operation: string | null;
  action: AuditAction;
  target_type: AuditTarget;
  target_id: number | null;
  /** Null for users, whose name is read from the account. */
  target_name: string | null;
  /** JSON objects, of the same properties. */
  before: string | null;
  after: string | null;
}

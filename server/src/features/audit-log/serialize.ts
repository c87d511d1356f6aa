import type { AuditEntry } from '../../../../wire/audit-log.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { parseStored } from '../../lib/json.ts';
import type { AuditRow } from './queries.ts';

export function serializeEntry(cache: OrganizationCache, row: AuditRow): AuditEntry {
  return {
    id: row.id,
    timestamp: Math.floor(row.created_at / 1000),
    action: row.action,
    source: row.source,
    actor:
      row.actor_id === null ? null : { user_id: row.actor_id, full_name: getName(cache, row.actor_id) ?? '' },
    ip_address: row.address,
    client: row.client,
    operation: row.operation,
    target: serializeTarget(cache, row),
    before: parse(row.before),
    after: parse(row.after),
  };
}

function serializeTarget(cache: OrganizationCache, row: AuditRow): AuditEntry['target'] {
  const type = row.target_type;
  const isAccount = type === 'user' || type === 'bot';
  const name = isAccount && row.target_id !== null ? getName(cache, row.target_id) : row.target_name;
  return { type, id: row.target_id, name: name ?? null };
}

const getName = ({ users }: OrganizationCache, id: number): string | undefined => users.get(id)?.fullName;

const parse = (text: string | null) => (text === null ? null : parseStored<Record<string, unknown>>(text));

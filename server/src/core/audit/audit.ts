/** Entries of the audit log, stored in the transaction of the change: neither exists without the other. */
import type { AuditAction, AuditSource, AuditTarget } from '../../../../wire/audit-log.ts';
import type { AuditValues } from '../../../../wire/audit-properties.ts';
import { currentRequest, type RequestOrigin } from '../../lib/telemetry/current-request.ts';
import { keysIn } from '../../lib/objects.ts';
import { isWellFormed, truncate } from '../../lib/text.ts';
import type { Tx } from '../log/index.ts';

export interface AuditAct {
  action: AuditAction;
  /** Accounts have no `name` here: it is read with the entry, so that it is deleted with the account. */
  target: { type: AuditTarget; id?: number | undefined; name?: string | undefined };
  /** Never secrets: no passwords, keys or tokens. */
  before?: AuditValues | undefined;
  after?: AuditValues | undefined;
  /** Given only if the request does not know it yet, which is so before a sign-in. */
  origin?: RequestOrigin | undefined;
}

const longestName = 200;
const longestClient = 200;

export async function audit(tx: Tx, act: AuditAct): Promise<void> {
  const origin = act.origin ?? currentRequest.getStore()?.origin;
  const actorId = tx.author === 'system' ? (origin?.userId ?? null) : tx.author.id;
  await tx.q
    .insertInto('audit_entry')
    .values({ ...auditRow(act, tx), actor_id: actorId })
    .execute();
}

/** A row of `audit_entry` for an act without a signed-in user, for commands that write without an open server. */
export function auditRow(
  { action, target, before, after, origin: given }: AuditAct,
  { orgId, now }: { orgId: number; now: number },
) {
  const request = currentRequest.getStore();
  const origin = given ?? request?.origin;
  const source: AuditSource = origin?.source ?? 'server';
  return {
    org_id: orgId,
    created_at: now,
    source,
    address: origin?.address ?? null,
    client: clipped(origin?.client, longestClient),
    operation: request?.operation ?? null,
    action,
    target_type: target.type,
    target_id: target.id ?? null,
    target_name: clipped(target.name, longestName),
    before: encode(before),
    after: encode(after),
  };
}

/** Only the properties that differ; undefined where none does. */
export async function auditChange(
  tx: Tx,
  { before, after, ...act }: AuditAct & { before: AuditValues; after: AuditValues },
): Promise<void> {
  const names = keysIn(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (names.length === 0) return;
  const pick = (values: AuditValues) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  await audit(tx, { ...act, before: pick(before), after: pick(after) });
}

type Account = Readonly<{ id: number; isBot: boolean }>;
type AccountVerb = 'create' | 'deactivate' | 'delete' | 'reactivate' | 'regenerate_api_key' | 'update';

/** Records an act about the account of a person or a bot. */
export function auditUser(
  tx: Tx,
  { id, isBot }: Account,
  verb: AccountVerb,
  values: Pick<AuditAct, 'before' | 'after'> = {},
): Promise<void> {
  const type = isBot ? 'bot' : 'user';
  const act = { action: `${type}.${verb}`, target: { type, id } } as const;
  const { before, after } = values;
  return before && after ? auditChange(tx, { ...act, before, after }) : audit(tx, { ...act, ...values });
}

/** @param signsOut Whether all API keys and sessions ended. */
export const auditNewSecrets = (tx: Tx, { signsOut }: { signsOut: boolean }): Promise<void> =>
  audit(tx, {
    action: 'organization.rotate_secrets',
    target: { type: 'organization', id: tx.orgId, name: tx.cache.organization.name },
    after: { signed_out: signsOut },
  });

function clipped(text: string | undefined, limit: number): string | null {
  if (text === undefined || !isWellFormed(text)) return null;
  return truncate(text, limit);
}

const longestValue = 2000;
const mostValues = 100;

/** Long texts and lists are cut, so that an entry stays small whatever was changed. */
function encode(values: AuditValues | undefined): string | null {
  if (values === undefined) return null;
  const bounded = Object.entries(values)
    .slice(0, mostValues)
    .map(([name, value]) => [name, bound(value)]);
  return JSON.stringify(Object.fromEntries(bounded));
}

function bound(value: unknown): unknown {
  if (typeof value === 'string') return truncate(value, longestValue);
  const text = JSON.stringify(value ?? null);
  return text.length <= longestValue ? value : truncate(text, longestValue);
}

/** What the audit log has about a deleted person is deleted too; that something was done, and by which account, stays. */
import type { Tx } from '../log/index.ts';
import type { User } from '../organization/index.ts';
import { parseStored } from '../../lib/json.ts';
import { roles } from '../../../../wire/core.ts';
import type { RequestOrigin } from '../../lib/telemetry/current-request.ts';
import { audit } from './audit.ts';

/** Properties of accounts whose texts are ours. Any other text may identify the person. */
const impersonal: ReadonlySet<string> = new Set(['by', 'grants']);

export async function eraseFromAudit(tx: Tx, user: User): Promise<void> {
  const former = await eraseValues(tx, user.id);
  await tx.q
    .updateTable('audit_entry')
    .set({ address: null, client: null })
    .where('org_id', '=', tx.orgId)
    .where('actor_id', '=', user.id)
    .execute();
  await tx.q
    .updateTable('audit_entry')
    .set({ target_name: null })
    .where('org_id', '=', tx.orgId)
    .where('target_type', '=', 'invitation')
    .where('target_name', 'in', [...new Set([user.deliveryEmail, user.email, ...former])])
    .execute();
}

/** @returns the texts that were erased, former email addresses among them */
async function eraseValues(tx: Tx, userId: number): Promise<string[]> {
  const rows = await tx.q
    .selectFrom('audit_entry')
    .select(['id', 'before', 'after'])
    .where('org_id', '=', tx.orgId)
    .where('target_id', '=', userId)
    .where('target_type', 'in', ['user', 'bot'])
    .execute();
  const former: string[] = [];
  for (const { id, before, after } of rows) {
    const set = { before: withoutPersonal(before, former), after: withoutPersonal(after, former) };
    if (set.before === before && set.after === after) continue;
    await tx.q
      .updateTable('audit_entry')
      .set(set)
      .where('id', '=', id)
      .where('org_id', '=', tx.orgId)
      .execute();
  }
  return former;
}

/** The property stays, without its value: that it was changed is part of the log. */
function withoutPersonal(text: string | null, former: string[]): string | null {
  if (text === null) return null;
  const values = Object.entries(parseStored<Record<string, unknown>>(text));
  const erased = values.filter(([name, value]) => !impersonal.has(name) && hasText(value));
  if (erased.length === 0) return text;
  for (const [, value] of erased) if (typeof value === 'string') former.push(value);
  const names = new Set(erased.map(([name]) => name));
  return JSON.stringify(
    Object.fromEntries(values.map(([name, value]) => [name, names.has(name) ? null : value])),
  );
}

const hasText = (value: unknown): boolean =>
  typeof value === 'string' ||
  (typeof value === 'object' && value !== null && Object.values(value).some(hasText));

// Sign-ins of those who administer an organization; those of others are not recorded.

/** @param by What they have got by it. */
export async function auditSignIn(
  tx: Tx,
  userId: number,
  by: 'session' | 'api_key',
  origin?: RequestOrigin,
): Promise<void> {
  const user = tx.cache.users.get(userId);
  if (!isAdministrator(user)) return;
  await audit(tx, {
    action: 'user.sign_in',
    target: { type: 'user', id: userId },
    after: { role: user.role, by },
    origin,
  });
}

const isAdministrator = <User extends { role: number }>(user: User | undefined): user is User =>
  user !== undefined && user.role <= roles.administrator;

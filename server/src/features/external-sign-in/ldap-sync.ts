/**
 * Brings accounts to what an LDAP directory says: full names, and who has left. An account belongs to the directory once its email was
 * found there, which is noted as an identity: others are left alone.
 */
import { roles } from '../../../../wire/core.ts';
import { auditUser } from '../../core/audit/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { OrganizationCache, User } from '../../core/organization/index.ts';
import { checkedFullName } from '../../core/users/index.ts';
import { ApiError } from '../../lib/errors.ts';
import type { LdapPerson } from '../../lib/ldap/ask.ts';
import { listLdap } from '../../lib/ldap/list.ts';
import { emailKey } from '../../lib/text.ts';
import { changeName, deactivateUser } from '../users/index.ts';
import { findIdentity, findIdentityOf, insertIdentity } from './identities.ts';

const issuer = 'ldap';

/** Nothing was changed. */
export class LdapSyncRefused extends Error {
  override readonly name = 'LdapSyncRefused';
}

interface Options {
  isDryRun: boolean;
  /** Of the accounts of the directory, which may be deactivated at once. */
  mostPercent: number;
}

interface Plan {
  /** Accounts that the directory has. */
  found: { user: User; entry: LdapPerson }[];
  left: User[];
}

interface LdapSyncReport {
  /** Entries of the directory. */
  entries: number;
  found: number;
  changes: { email: string; change: 'rename' | 'deactivate' | 'none'; detail: string }[];
}

/** @throws LdapUnavailableError, LdapSyncRefused */
export async function syncLdap(
  app: AppContext,
  orgId: number,
  { isDryRun, mostPercent }: Options,
): Promise<LdapSyncReport> {
  const entries = (await listLdap(app.config)).filter(({ email }) => email !== undefined);
  const { found, left } = await makePlan(app, orgId, entries);
  refuseTooMany(found.length, left.length, mostPercent);
  const report: LdapSyncReport = { entries: entries.length, found: found.length, changes: [] };
  for (const { user, entry } of found) {
    const fullName = getNewName(user, entry);
    if (fullName !== undefined)
      report.changes.push({ email: user.deliveryEmail, change: 'rename', detail: fullName });
    if (!isDryRun) await app.db.write(orgId, 'system', (tx) => bring(tx, user.id, entry));
  }
  for (const user of left) {
    const kept = isDryRun ? undefined : await deactivate(app, orgId, user);
    const change = kept === undefined ? 'deactivate' : 'none';
    report.changes.push({ email: user.deliveryEmail, change, detail: kept ?? user.fullName });
  }
  return report;
}

async function makePlan(app: AppContext, orgId: number, entries: readonly LdapPerson[]): Promise<Plan> {
  const { users } = await app.organizations.cache(orgId);
  const linked = await app.db.read.q
    .selectFrom('external_identity')
    .select(['user_id', 'subject'])
    .where('org_id', '=', orgId)
    .where('issuer', '=', issuer)
    .execute();
  const found = entries.flatMap((entry) => {
    const user = users.find('deliveryEmail', emailKey(entry.email ?? ''));
    return user?.isActive === true && !user.isBot ? [{ user, entry }] : [];
  });
  const present = new Set(found.map(({ user }) => user.id));
  // An entry that was moved has its email still, and one whose email has changed its place.
  const places = new Set(entries.map(({ dn }) => dn));
  const left = linked.flatMap(({ user_id, subject }) => {
    const user = users.get(user_id);
    return user?.isActive === true && !present.has(user_id) && !places.has(subject) ? [user] : [];
  });
  return { found, left };
}

/** A wrong filter or search base looks as if everybody had left. */
function refuseTooMany(found: number, left: number, mostPercent: number): void {
  if (left * 100 <= (found + left) * mostPercent) return;
  throw new LdapSyncRefused(
    `${left} of ${found + left} accounts are no longer in the directory, more than ${mostPercent} percent: nothing was changed. Check the filter and the search base; if they have all left, raise --max-percent.`,
  );
}

/** @returns `undefined` where it stays as it is, or the directory's cannot be a name here. */
function getNewName(user: User, { fullName }: LdapPerson): string | undefined {
  if (fullName === undefined) return undefined;
  try {
    const name = checkedFullName(fullName);
    return name === user.fullName ? undefined : name;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

async function bring(tx: Tx, userId: number, entry: LdapPerson): Promise<void> {
  const user = tx.cache.users.get(userId);
  if (!user?.isActive) return;
  const identity = { issuer, subject: entry.dn };
  const isNoted = (await findIdentityOf(tx, issuer, userId)) ?? (await findIdentity(tx, identity));
  if (!isNoted) await insertIdentity(tx, identity, userId);
  const fullName = getNewName(user, entry);
  if (fullName === undefined) return;
  await changeName(tx, user, fullName);
  await auditUser(tx, user, 'update', {
    before: { full_name: user.fullName },
    after: { full_name: fullName },
  });
}

/** With the account's bots, as an owner does it. @returns why the account stays. */
async function deactivate({ db }: AppContext, orgId: number, { id }: User): Promise<string | undefined> {
  try {
    await db.write(orgId, 'system', async (tx) => {
      if (tx.cache.users.get(id)?.isActive === true)
        await deactivateUser(tx, { id: anyOwner(tx.cache) }, id, {});
    });
    return undefined;
  } catch (error) {
    // An organization keeps its only owner.
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

function anyOwner({ users }: OrganizationCache): number {
  for (const user of users.values())
    if (user.role === roles.owner && user.isActive && !user.isBot) return user.id;
  return 0;
}

/**
 * Synchronizes accounts with an LDAP directory: full names, groups, pictures, and users who have left. An account belongs to
 * the directory once its email address was found there, which is recorded as an identity; other accounts are left alone.
 */
import { roles } from '../../../../wire/core.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { OrganizationCache, User } from '../../core/organization/index.ts';
import { ApiError } from '../../lib/errors.ts';
import { type ListedPerson, listLdap } from '../../lib/ldap/list.ts';
import type { LdapSettings } from '../../lib/ldap/settings.ts';
import { emailKey } from '../../lib/text.ts';
import { deactivateUser } from '../users/index.ts';
import { bringOne, type FoundAccount, issuer, type LdapChange } from './ldap-account.ts';

/** Nothing was changed. */
export class LdapSyncRefused extends Error {
  override readonly name = 'LdapSyncRefused';
}

interface Options {
  isDryRun: boolean;
  /** Share of the directory's accounts that may be deactivated at once. */
  mostPercent: number;
}

interface Plan {
  /** Accounts with an entry in the directory. */
  found: FoundAccount[];
  left: User[];
}

interface LdapSyncReport {
  /** Entries of the directory. */
  entries: number;
  found: number;
  changes: LdapChange[];
}

/** @throws LdapUnavailableError, LdapSyncRefused */
export async function syncLdap(
  app: AppContext,
  orgId: number,
  settings: LdapSettings,
  { isDryRun, mostPercent }: Options,
): Promise<LdapSyncReport> {
  const entries = (await listLdap(settings)).filter(({ email }) => email !== undefined);
  const { found, left } = await makePlan(app, orgId, entries);
  refuseTooMany(found.length, left.length, mostPercent);
  const report: LdapSyncReport = { entries: entries.length, found: found.length, changes: [] };
  // First: no failure with the other accounts may delay it.
  for (const user of left) {
    const kept = isDryRun ? undefined : await deactivate(app, orgId, user);
    const change = kept === undefined ? 'deactivate' : 'none';
    report.changes.push({ email: user.deliveryEmail, change, detail: kept ?? user.fullName });
  }
  for (const one of found) report.changes.push(...(await bringOne(app, orgId, { settings, isDryRun }, one)));
  return report;
}

async function makePlan(app: AppContext, orgId: number, entries: readonly ListedPerson[]): Promise<Plan> {
  const { users } = await app.organizations.cache(orgId);
  const linked = await app.db.read.q
    .selectFrom('external_identity')
    .select(['user_id', 'subject', 'picture_hash'])
    .where('org_id', '=', orgId)
    .where('issuer', '=', issuer)
    .execute();
  const links = new Map(linked.map((one) => [one.user_id, one]));
  const found = new Map<number, FoundAccount>();
  const places = new Set<string>();
  for (const entry of entries) {
    const user = users.find('deliveryEmail', emailKey(entry.email ?? ''));
    if (user?.isActive !== true || user.isBot) places.add(entry.dn);
    else {
      const link = links.get(user.id);
      // Of several entries with the same email address, the one that is linked already.
      if (!found.has(user.id) || link?.subject === entry.dn)
        found.set(user.id, { user, entry, pictureHash: link?.picture_hash ?? null });
    }
  }
  // A moved entry still has its email address, and one with a new address still has its DN, unless it is that of another account.
  const left = linked.flatMap(({ user_id, subject }) => {
    const user = users.get(user_id);
    return user?.isActive === true && !found.has(user_id) && !places.has(subject) ? [user] : [];
  });
  return { found: [...found.values()], left };
}

/** A wrong filter or search base would look as if everyone had left. */
function refuseTooMany(found: number, left: number, mostPercent: number): void {
  if (left * 100 <= (found + left) * mostPercent) return;
  throw new LdapSyncRefused(
    `${left} of ${found + left} accounts are no longer in the directory, more than ${mostPercent} percent: nothing was changed. Check the filter and the search base; if they have all left, raise --max-percent.`,
  );
}

/** Also deactivates the bots of the account. @returns the reason if the account cannot be deactivated */
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

/**
 * Synchronizes accounts with an LDAP directory: full names, groups, pictures, and users who have left. An account belongs to
 * the directory once it is bound to an entry, at a sign-in or here; other accounts are left alone.
 */
import { roles } from '../../../../wire/core.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { OrganizationCache, User } from '../../core/organization/index.ts';
import { ApiError } from '../../lib/errors.ts';
import { type ListedPerson, listLdap } from '../../lib/ldap/list.ts';
import type { LdapSettings } from '../../lib/ldap/settings.ts';
import { emailKey } from '../../lib/text.ts';
import { entrySubjects, ldapIssuer, listUnboundLdapAccounts, mayBindByAddress } from '../sign-in/index.ts';
import { deactivateUser } from '../users/index.ts';
import { bringOne, type FoundAccount, type LdapChange } from './ldap-account.ts';

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
  notLinked: LdapChange[];
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
  const entries = await listLdap(settings);
  const { found, left, notLinked } = await makePlan(app, orgId, settings, entries);
  refuseTooMany(found.length, left.length, mostPercent);
  const report: LdapSyncReport = { entries: entries.length, found: found.length, changes: [...notLinked] };
  // First: no failure with the other accounts may delay it.
  for (const user of left) {
    const kept = isDryRun ? undefined : await deactivate(app, orgId, user);
    const change = kept === undefined ? 'deactivate' : 'none';
    report.changes.push({ email: user.deliveryEmail, change, detail: kept ?? user.fullName });
  }
  for (const one of found) report.changes.push(...(await bringOne(app, orgId, { settings, isDryRun }, one)));
  return report;
}

async function makePlan(
  app: AppContext,
  orgId: number,
  settings: LdapSettings,
  entries: readonly ListedPerson[],
): Promise<Plan> {
  const { users } = await app.organizations.cache(orgId);
  const bindings = await listBindings(app, orgId);
  const found = new Map<number, FoundAccount>();
  const unbound: ListedPerson[] = [];
  const present = new Set<number>();
  for (const entry of entries) {
    const known = entrySubjects(entry).flatMap((subject) => bindings.bySubject.get(subject) ?? [])[0];
    const user = known && users.get(known.user_id);
    if (known) present.add(known.user_id);
    else unbound.push(entry);
    if (known && user && isOpen(user))
      found.set(user.id, { user, entry, binding: 'known', pictureHash: known.picture_hash });
  }
  const { linked, notLinked } = planLinks(app, { users, settings, bindings }, { entries, unbound });
  for (const one of linked) {
    found.set(one.user.id, one);
    present.add(one.user.id);
  }
  const left = bindings.rows.flatMap(({ user_id }) => {
    const user = users.get(user_id);
    return user?.isActive === true && !present.has(user_id) ? [user] : [];
  });
  return { found: [...found.values()], left, notLinked };
}

const isOpen = (user: User): boolean => user.isActive && !user.isBot;

interface Binding {
  user_id: number;
  subject: string;
  picture_hash: string | null;
}

interface Bindings {
  rows: Binding[];
  bySubject: ReadonlyMap<string, Binding>;
  byUser: ReadonlyMap<number, Binding>;
  /** Accounts that came by LDAP before they could be bound. */
  legacy: ReadonlySet<number>;
}

async function listBindings({ db }: AppContext, orgId: number): Promise<Bindings> {
  const rows = await db.read.q
    .selectFrom('external_identity')
    .select(['user_id', 'subject', 'picture_hash'])
    .where('org_id', '=', orgId)
    .where('issuer', '=', ldapIssuer)
    .execute();
  return {
    rows,
    bySubject: new Map(rows.map((row) => [row.subject, row])),
    byUser: new Map(rows.map((row) => [row.user_id, row])),
    legacy: await listUnboundLdapAccounts(db.read, orgId),
  };
}

interface Links {
  linked: FoundAccount[];
  notLinked: LdapChange[];
}

/** Binds entries to accounts with their email address, if no other entry has it and the account may be bound by it. */
function planLinks(
  { log }: AppContext,
  {
    users,
    settings,
    bindings,
  }: Pick<OrganizationCache, 'users'> & { settings: LdapSettings; bindings: Bindings },
  { entries, unbound }: { entries: readonly ListedPerson[]; unbound: readonly ListedPerson[] },
): Links {
  const holders = new Map<string, number>();
  for (const { email = '' } of entries) holders.set(emailKey(email), (holders.get(emailKey(email)) ?? 0) + 1);
  const dns = new Set(entries.map(({ dn }) => dn));
  const links: Links = { linked: [], notLinked: [] };
  for (const entry of unbound) {
    const user = entry.email === undefined ? undefined : users.find('deliveryEmail', emailKey(entry.email));
    if (!user || !isOpen(user)) continue;
    const own = bindings.byUser.get(user.id);
    const state = { user, subject: own?.subject, cameByLdap: bindings.legacy.has(user.id) };
    const isOnly = holders.get(emailKey(entry.email ?? '')) === 1;
    if (isOnly && mayBindByAddress(settings, state, entry, dns.has(own?.subject ?? ''))) {
      const binding = own || state.cameByLdap ? 'legacy' : 'trusted';
      links.linked.push({ user, entry, binding, pictureHash: own?.picture_hash ?? null });
    } else links.notLinked.push({ email: user.deliveryEmail, change: 'not_linked', detail: entry.dn });
  }
  if (links.notLinked.length > 0)
    log.warn(
      { accounts: links.notLinked.length },
      'accounts were not linked with the entries of the LDAP directory that have their email addresses',
    );
  return links;
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

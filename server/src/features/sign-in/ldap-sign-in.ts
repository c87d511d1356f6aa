/** Signs in with a user name and password of an LDAP directory, and creates the account at the first sign-in. */
import { ApiError, apiError } from '../../lib/errors.ts';
import { roles } from '../../../../wire/core.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type OrganizationCache, type User, organizationEnded } from '../../core/organization/index.ts';
import { findLdap, insertIdentity, readAccountIdentity } from '../../core/sign-in-providers/index.ts';
import { newCredentials, parsedEmail, usableFullName } from '../../core/users/index.ts';
import { type DisposableCheck, checkMayJoin, disposableCheck } from '../domains/index.ts';
import { addPerson, announceSignUp, welcome } from '../users/index.ts';
import {
  LdapPasswordEnded,
  LdapUnavailableError,
  findLdapPerson,
  type LdapPerson,
  type MayTry,
} from '../../lib/ldap/find-person.ts';
import type { Language } from '../../lib/i18n/i18n.ts';
import { filterForId, isEntryId } from '../../lib/ldap/entry-id.ts';
import { type AddressHolders, findHolders } from '../../lib/ldap/holders.ts';
import { filterForAll, type LdapSettings } from '../../lib/ldap/settings.ts';
import { ldapName } from '../../lib/ldap/name.ts';
import { emailKey } from '../../lib/text.ts';
import {
  bindToEntry,
  enterBound,
  entrySubject,
  findEntryIdentity,
  ldapIssuer,
  listUnboundLdapAccounts,
  mayBindByAddress,
} from './ldap-identity.ts';
import { accountKey, entryKey } from './sign-in-limits.ts';
import { applyRules, type GroupRules } from './rules.ts';

interface TypedName {
  username: string;
  password: string;
  /** The account whose password is confirmed: the user name is its email address, and nothing is created or explained. */
  confirmsAs?: number | undefined;
  /** The language of an account that is created. */
  language?: Language | undefined;
}

/**
 * @returns the account, even if it is deactivated; undefined without a directory, for a wrong name or password, and
 *   without an account if none is created.
 * @param admits Whether the limits allow another attempt for the account or entry with this key.
 * @throws ApiError 503 while the directory is unavailable; 400 if the account cannot be created, and if the entry is not admitted
 *   to the account that has its email address.
 */
export async function userInLdap(
  app: AppContext,
  orgId: number,
  given: TypedName,
  admits: (key: string) => Promise<boolean>,
): Promise<User | undefined> {
  const settings = findLdap(app, await app.organizations.cache(orgId));
  if (!settings) return undefined;
  const mayTry = async (person: LdapPerson) => admits(await limitKey(app, orgId, person));
  const found = await ask(app, await searchFor(app, orgId, settings, given), given, mayTry);
  if (!found) return undefined;
  const user = await enter(app, { orgId, settings, found, language: given.language }).catch(
    (error: unknown) => {
      if (given.confirmsAs !== undefined && error instanceof ApiError && error.status < 500) return undefined;
      throw error;
    },
  );
  // Nobody can sign in as a bot, even with its email address in the directory.
  if (!user || user.isBot) return undefined;
  await applyLdapRules(app, orgId, settings, { user, person: found });
  return user;
}

/** How the entry is searched: only entries that the filter admits. */
async function searchFor(
  app: AppContext,
  orgId: number,
  settings: LdapSettings,
  { confirmsAs }: TypedName,
): Promise<LdapSettings> {
  if (confirmsAs === undefined) return settings;
  const bound = await readAccountIdentity(app.db.read, orgId, ldapIssuer, confirmsAs);
  const isKnown = bound !== undefined && isEntryId(bound.subject);
  const one = isKnown ? await filterForId(bound.subject) : `(${settings.emailAttribute}={username})`;
  return { ...settings, filter: `(&${one}${filterForAll(settings)})` };
}

/** Failures count for the account that the entry would sign in to, but never for one that is bound to another entry. */
async function limitKey(app: AppContext, orgId: number, person: LdapPerson): Promise<string> {
  const { read } = app.db;
  const known = await findEntryIdentity(read, orgId, person);
  if (known) return accountKey(known.user_id);
  const holder = getHolder(await app.organizations.cache(orgId), person.email ?? '');
  const isFree = holder && !(await readAccountIdentity(read, orgId, ldapIssuer, holder.id));
  return isFree ? accountKey(holder.id) : entryKey(orgId, entrySubject(person));
}

async function ask(
  { log, external }: AppContext,
  settings: LdapSettings,
  { username, password }: TypedName,
  mayTry: MayTry,
) {
  try {
    const find = () => findLdapPerson(settings, ldapName(username), password, mayTry);
    // Directories of organizations are theirs to look after.
    if (settings.isOfOrganization) return await find();
    return await external.watch('ldap', find, (error) => !(error instanceof LdapUnavailableError));
  } catch (error) {
    throw unavailable(log, error);
  }
}

function unavailable(log: AppContext['log'], error: unknown): unknown {
  if (error instanceof LdapPasswordEnded) return apiError('sign-in.directory-password-ended');
  if (!(error instanceof LdapUnavailableError)) return error;
  log.error({ err: error.cause }, 'the LDAP directory is unavailable');
  return apiError('sign-in.directory-unavailable');
}

const getHolder = ({ users }: OrganizationCache, email: string): User | undefined =>
  users.find('deliveryEmail', emailKey(email)) ?? users.find('email', emailKey(email));

interface Entering {
  orgId: number;
  settings: LdapSettings;
  /** Whose password was right. */
  found: LdapPerson;
  language: Language | undefined;
}

/** The account that the entry is bound to; otherwise the one with its email address, or a new one, is bound to it. */
async function enter(app: AppContext, given: Entering): Promise<User | undefined> {
  const { orgId, found, settings } = given;
  const known = await app.db.write(orgId, 'system', (tx) => enterBound(tx, found));
  if (known) return known;
  const email = found.email === undefined ? undefined : parsedEmail(found.email);
  if (email === undefined) throw apiError('sign-in.directory-no-email');
  const formerDn = await getFormerDn(app, orgId, email);
  const holders = await findHolders(settings, found.email ?? email, formerDn).catch((error: unknown) => {
    throw unavailable(app.log, error);
  });
  const isDisposable = await disposableCheck();
  return app.db.write(orgId, 'system', async (tx) => {
    if (tx.cache.organization.isDeactivated) throw organizationEnded();
    return (
      (await enterBound(tx, found)) ??
      (await bindHolder(app, tx, given, { email, holders, formerDn })) ??
      (settings.makesAccounts ? makeAccount(app, tx, given, { email, isDisposable }) : undefined)
    );
  });
}

/** The DN that the account with this email address is bound to, if its entry had no ID then. */
async function getFormerDn(app: AppContext, orgId: number, email: string): Promise<string | undefined> {
  const holder = getHolder(await app.organizations.cache(orgId), email);
  const bound = holder && (await readAccountIdentity(app.db.read, orgId, ldapIssuer, holder.id));
  return bound && !isEntryId(bound.subject) ? bound.subject : undefined;
}

interface FoundAddress {
  email: string;
  holders: AddressHolders;
  formerDn: string | undefined;
}

/** @returns undefined if no account has the email address. @throws ApiError 400 if it may not be bound to this entry */
async function bindHolder(
  app: AppContext,
  tx: Tx,
  { settings, found }: Entering,
  { email, holders, formerDn }: FoundAddress,
): Promise<User | undefined> {
  const user = getHolder(tx.cache, email);
  // Their sign-in is refused, with the reason for it.
  if (user && (user.isBot || !user.isActive)) return user;
  const about = { organization: tx.orgId, user: user?.id ?? null, entry: found.dn };
  if (holders.count > 1) {
    app.log.warn(about, 'a sign-in by LDAP was refused: several entries have the same email address');
    throw apiError('sign-in.directory-shared-address');
  }
  if (!user) return undefined;
  const bound = await readAccountIdentity(tx, tx.orgId, ldapIssuer, user.id);
  const cameByLdap = (await listUnboundLdapAccounts(tx, tx.orgId, user.id)).has(user.id);
  const hasFormer = holders.hasFormer || bound?.subject !== formerDn;
  if (!mayBindByAddress(settings, { user, subject: bound?.subject, cameByLdap }, found, hasFormer)) {
    const why = bound ? 'is bound to another entry' : 'has another way to sign in: see heddle ldap link';
    app.log.warn(about, `a sign-in by LDAP was refused: the account with this email address ${why}`);
    throw apiError('sign-in.directory-other-account');
  }
  await bindToEntry(app, tx, { user, entry: found, isLegacy: cameByLdap });
  return user;
}

/** Restrictions on email addresses apply, but no invitation is needed: the operator has admitted the directory. */
async function makeAccount(
  app: AppContext,
  tx: Tx,
  { found, language }: Entering,
  { email, isDisposable }: { email: string; isDisposable: DisposableCheck },
): Promise<User> {
  await checkMayJoin(tx, tx.cache, isDisposable, email);
  const fullName = usableFullName(found.fullName, email);
  const person = { email, fullName, role: roles.member, ...newCredentials(app.secrets, null) };
  const id = await addPerson(tx, language ? { ...person, language } : person);
  const user = tx.cache.users.get(id);
  if (!user) throw new Error(`Account ${id} was not stored.`);
  await insertIdentity(tx, { issuer: ldapIssuer, subject: entrySubject(found) }, id);
  await welcome(tx, user, null);
  await announceSignUp(tx, user);
  return user;
}

// Rules on groups of an LDAP directory, whose names are compared ignoring case and spaces.

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/(?<!\s)\s*([,=])\s*/g, '$1')
    .trim();

const plainKeys = <T>(map: ReadonlyMap<string, T>): Map<string, T> =>
  new Map([...map].map(([name, value]) => [plain(name), value]));

export const ldapRules = ({ groups, roles }: LdapSettings): GroupRules => ({
  groups: plainKeys(groups),
  roles: plainKeys(roles),
});

export const ldapGroups = ({ groups = [] }: LdapPerson): ReadonlySet<string> => new Set(groups.map(plain));

/** Applies the rules at a sign-in. Groups are only read from the directory if there are rules. */
async function applyLdapRules(
  { db, log }: AppContext,
  orgId: number,
  settings: LdapSettings,
  { user, person }: { user: User; person: LdapPerson },
): Promise<void> {
  if (person.groups === undefined || !user.isActive) return;
  const { ignored, ...changes } = await db.write(orgId, 'system', (tx) =>
    applyRules(tx, ldapRules(settings), ldapGroups(person), user),
  );
  const who = { organization: orgId, user: user.id };
  if (changes.role !== undefined || changes.joined.length + changes.left.length > 0)
    log.info({ ...who, ...changes }, 'rules on groups of the LDAP directory were applied');
  if (ignored.length > 0)
    log.warn({ ...who, ignored }, 'rules on groups of the LDAP directory could not be applied');
}

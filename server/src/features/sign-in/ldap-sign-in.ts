/** Signs in with a user name and password of an LDAP directory, and creates the account at the first sign-in. */
import { apiError } from '../../lib/errors.ts';
import { roles } from '../../../../wire/core.ts';
import type { AppContext } from '../../core/context/index.ts';
import { type OrganizationCache, type User, organizationEnded } from '../../core/organization/index.ts';
import { findLdap } from '../../core/sign-in-providers/index.ts';
import { checkedFullName, newCredentials, parsedEmail } from '../../core/users/index.ts';
import { checkMayJoin, disposableCheck } from '../domains/index.ts';
import { addPerson, announceSignUp, welcome } from '../users/index.ts';
import {
  LdapUnavailableError,
  findLdapPerson,
  type LdapPerson,
  type MayTry,
} from '../../lib/ldap/find-person.ts';
import type { Language } from '../../lib/i18n/i18n.ts';
import { filterForAll, type LdapSettings } from '../../lib/ldap/settings.ts';
import { ldapName } from '../../lib/ldap/name.ts';
import { emailKey } from '../../lib/text.ts';
import { applyLdapRules } from './ldap-rules.ts';
import { accountKey, entryKey } from './sign-in-limits.ts';

/**
 * @returns the account, even if it is deactivated; undefined without a directory, for a wrong name or password, and
 *   without an account if none is created.
 * @param given With `isAddress` the user name is the email address of an account, not its name in the directory. `language` is
 *   that of an account which is created.
 * @param admits Whether the limits allow another attempt for the account or entry with this key.
 * @throws ApiError 503 while the directory is unavailable, 400 if the account cannot be created.
 */
export async function userInLdap(
  app: AppContext,
  orgId: number,
  given: { username: string; password: string; isAddress: boolean; language?: Language | undefined },
  admits: (key: string) => Promise<boolean>,
): Promise<User | undefined> {
  const settings = findLdap(app, await app.organizations.cache(orgId));
  if (!settings) return undefined;
  const mayTry = async ({ dn, email = '' }: LdapPerson) => {
    const user = getHolder(await app.organizations.cache(orgId), email);
    return admits(user ? accountKey(user.id) : entryKey(orgId, dn));
  };
  const found = await ask(app, settings, given, mayTry);
  if (!found) return undefined;
  const email = found.email === undefined ? undefined : parsedEmail(found.email);
  if (email === undefined) throw apiError('sign-in.directory-no-email');
  const cache = await app.organizations.cache(orgId);
  const known = getHolder(cache, email);
  if (!known && !settings.makesAccounts) return undefined;
  const user = known
    ? personOnly(known)
    : await makeAccount(app, orgId, email, { ...found, language: given.language });
  if (user) await applyLdapRules(app, orgId, settings, { user, person: found });
  return user;
}

async function ask(
  { log }: AppContext,
  settings: LdapSettings,
  { username, password, isAddress }: Parameters<typeof userInLdap>[2],
  mayTry: MayTry,
) {
  // Only entries that the filter admits.
  const byAddress = `(&(${settings.emailAttribute}={username})${filterForAll(settings)})`;
  const searched = isAddress ? { ...settings, filter: byAddress } : settings;
  try {
    return await findLdapPerson(searched, ldapName(username), password, mayTry);
  } catch (error) {
    if (!(error instanceof LdapUnavailableError)) throw error;
    log.error({ err: error.cause }, 'the LDAP directory is unavailable');
    throw apiError('sign-in.directory-unavailable');
  }
}

const getHolder = ({ users }: OrganizationCache, email: string): User | undefined =>
  users.find('deliveryEmail', emailKey(email)) ?? users.find('email', emailKey(email));

/** Nobody can sign in as a bot, even with its email address in the directory. */
const personOnly = (user: User): User | undefined => (user.isBot ? undefined : user);

/** Restrictions on email addresses apply, but no invitation is needed: the operator has admitted the directory. */
async function makeAccount(
  app: AppContext,
  orgId: number,
  email: string,
  { language, ...found }: LdapPerson & { language: Language | undefined },
) {
  const fullName = checkedFullName(found.fullName ?? email.split('@')[0] ?? '');
  const isDisposable = await disposableCheck();
  const credentials = newCredentials(app.secrets, null);
  return app.db.write(orgId, 'system', async (tx) => {
    const { organization } = tx.cache;
    if (organization.isDeactivated) throw organizationEnded();
    const before = getHolder(tx.cache, email);
    if (before) return personOnly(before);
    await checkMayJoin(tx, tx.cache, isDisposable, email);
    const person = { email, fullName, role: roles.member, ...credentials };
    const id = await addPerson(tx, language ? { ...person, language } : person);
    const user = tx.cache.users.get(id);
    if (!user) throw new Error(`Account ${id} was not stored.`);
    await welcome(tx, user, null);
    await announceSignUp(tx, user);
    return user;
  });
}

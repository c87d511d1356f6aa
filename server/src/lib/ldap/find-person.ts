/** Authenticates a person against an LDAP directory: finds their entry, then binds as that entry. */
import { randomBytes } from 'node:crypto';
import type { Client, Entry } from 'ldapts';
import { openForSearch, openLdap, toUnavailable } from './connect.ts';
import { binaryAttributes, idAttributes, readEntryId } from './entry-id.ts';
import { findGroups } from './groups.ts';
import { ldapName } from './name.ts';
import type { LdapSettings } from './settings.ts';
import { readText } from './values.ts';

export { LdapUnavailableError } from './connect.ts';

export interface LdapPerson {
  dn: string;
  /** Absent in a directory that has none. */
  id?: string;
  /** Absent where the entry has none. */
  email?: string;
  fullName?: string;
  /** Distinguished names and first components of the entry's groups; undefined if no rule needs them. */
  groups?: readonly string[];
}

/** Whether the password of the found entry may be checked. */
export type MayTry = (person: LdapPerson) => Promise<boolean>;

/**
 * @returns the person with this name and password; `undefined` for a wrong name or password, after the same amount of work.
 * @throws LdapUnavailableError
 */
export async function findLdapPerson(
  settings: LdapSettings,
  username: string,
  password: string,
  mayTry: MayTry = () => Promise.resolve(true),
): Promise<LdapPerson | undefined> {
  const clients: Client[] = [];
  const opened = async (opening: Promise<Client>) => {
    const client = await opening;
    clients.push(client);
    return client;
  };
  try {
    const searching = await opened(openForSearch(settings));
    const entry = await find(settings, searching, username);
    const found = entry && personFrom(settings, entry);
    const person = found && (await mayTry(found)) ? found : undefined;
    const checking = await opened(openLdap(settings));
    // Binds as an unknown entry, whose response is ignored.
    const dn = person?.dn ?? `cn=${randomBytes(16).toString('hex')},${settings.searchBase}`;
    if (!(await isPassword(checking, dn, password)) || !person || !entry) return undefined;
    return { ...person, ...(await findGroups(settings, searching, entry)) };
  } catch (error) {
    throw error instanceof LdapPasswordEnded ? error : toUnavailable(error);
  } finally {
    await Promise.allSettled(clients.map((client) => client.unbind()));
  }
}

/** Checks no password, so only the operator may call it. @throws LdapUnavailableError */
export async function findLdapEntry(
  settings: LdapSettings,
  username: string,
): Promise<LdapPerson | undefined> {
  try {
    const client = await openForSearch(settings);
    try {
      const entry = await find(settings, client, ldapName(username));
      return entry && personFrom(settings, entry);
    } finally {
      await client.unbind().catch(() => undefined);
    }
  } catch (error) {
    throw toUnavailable(error);
  }
}

/** If several entries have the name, none is returned: choosing one would be a guess. */
async function find(settings: LdapSettings, client: Client, username: string): Promise<Entry | undefined> {
  const { SizeLimitExceededError } = await import('ldapts');
  try {
    const { searchEntries } = await client.search(settings.searchBase, {
      scope: 'sub',
      filter: await filterFor(settings.filter, username),
      attributes: requestedAttributes(settings),
      explicitBufferAttributes: binaryAttributes,
      sizeLimit: 2,
    });
    return searchEntries.length === 1 ? searchEntries[0] : undefined;
  } catch (error) {
    if (error instanceof SizeLimitExceededError) return undefined;
    throw error;
  }
}

/** Escapes the input, so that filter syntax in it has no effect. */
export async function filterFor(template: string, username: string): Promise<string> {
  const { Filter } = await import('ldapts');
  return template.replaceAll('{username}', () => Filter.escape(username));
}

/** The password is right, but has expired or has to be changed first. */
export class LdapPasswordEnded extends Error {
  override readonly name = 'LdapPasswordEnded';
}

/** @param policyError Of `PasswordPolicyError`; 0 if the password has expired. */
function isRightButEnded({ message }: Error, policyError: number | undefined): boolean {
  // Active Directory: ERROR_PASSWORD_EXPIRED and ERROR_PASSWORD_MUST_CHANGE.
  return policyError === 0 || /\bAcceptSecurityContext error, data (?:532|773)\b/i.test(message);
}

async function isPassword(client: Client, dn: string, password: string): Promise<boolean> {
  // A directory treats a bind with an empty password as anonymous, and reports success.
  if (password === '') return false;
  const ldap = await import('ldapts');
  const refusals = [
    ldap.InvalidCredentialsError,
    ldap.NoSuchObjectError,
    ldap.InappropriateAuthError,
    ldap.InvalidDNSyntaxError,
    ldap.UnwillingToPerformError,
    ldap.ConstraintViolationError,
  ];
  // The control is not critical, so that directories without password policies ignore it.
  const policy = new ldap.PasswordPolicyControl();
  try {
    await client.bind(dn, password, policy);
    if (policy.value?.error === ldap.PasswordPolicyError.ChangeAfterReset) throw new LdapPasswordEnded();
    return true;
  } catch (error) {
    if (error instanceof ldap.InvalidCredentialsError && isRightButEnded(error, policy.value?.error))
      throw new LdapPasswordEnded();
    if (refusals.some((refusal) => error instanceof refusal)) return false;
    throw error;
  }
}

/** The attributes that are requested for each person. */
export const requestedAttributes = ({
  emailAttribute,
  nameAttribute,
  groupsAttribute,
}: LdapSettings): string[] => [emailAttribute, nameAttribute, groupsAttribute, 'uid', ...idAttributes];

export function personFrom({ emailAttribute, nameAttribute }: LdapSettings, entry: Entry): LdapPerson {
  const email = readText(entry, emailAttribute);
  const fullName = readText(entry, nameAttribute);
  const id = readEntryId(entry);
  return {
    dn: entry.dn,
    ...(id === undefined ? {} : { id }),
    ...(email === undefined ? {} : { email }),
    ...(fullName === undefined ? {} : { fullName }),
  };
}

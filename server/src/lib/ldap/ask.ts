/** Asking an LDAP directory who somebody is: find their entry, then sign in to the directory as them. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { Client, Entry } from 'ldapts';
import type { Config } from '../config/config.ts';

export type LdapConfig = Pick<
  Config,
  | 'ldapUrl'
  | 'ldapStartTls'
  | 'ldapCaFile'
  | 'ldapBindDn'
  | 'ldapBindPassword'
  | 'ldapSearchBase'
  | 'ldapFilter'
  | 'ldapEmailAttribute'
  | 'ldapNameAttribute'
>;

export interface LdapPerson {
  dn: string;
  /** Absent where the entry has none. */
  email?: string;
  fullName?: string;
}

/** The directory did not respond, or not as it must: an operator has to look. The cause is for the log. */
export class LdapUnavailableError extends Error {
  override readonly name = 'LdapUnavailableError';
}

const milliseconds = { connectTimeout: 5000, timeout: 10_000 };

/** Whether the password of the entry that was found may be tried. */
export type MayTry = (person: LdapPerson) => Promise<boolean>;

/**
 * @returns anyone who has this name and password; `undefined` for a wrong name as for a wrong password, after the same work.
 * @throws LdapUnavailableError
 */
export async function personInLdap(
  config: LdapConfig,
  username: string,
  password: string,
  mayTry: MayTry = () => Promise.resolve(true),
): Promise<LdapPerson | undefined> {
  const { Client: LdapClient } = await import('ldapts');
  const { url, tls } = await target(config);
  // With options for TLS it would not begin in the clear, as StartTLS does.
  const options = { url, ...milliseconds, ...(url.startsWith('ldaps:') ? { tlsOptions: tls } : {}) };
  const [searching, checking] = [new LdapClient(options), new LdapClient(options)];
  try {
    await secure(config, searching, tls);
    if (config.ldapBindDn !== undefined) await searching.bind(config.ldapBindDn, config.ldapBindPassword);
    const entry = await find(config, searching, username);
    const found = entry && personFrom(config, entry);
    const person = found && (await mayTry(found)) ? found : undefined;
    await secure(config, checking, tls);
    // Nobody has this name; what signing in with it answers is not looked at.
    const dn = person?.dn ?? `cn=${randomBytes(16).toString('hex')},${config.ldapSearchBase ?? ''}`;
    const isRight = await isPassword(checking, dn, password);
    return isRight ? person : undefined;
  } catch (error) {
    throw new LdapUnavailableError('The LDAP directory cannot be asked', { cause: error });
  } finally {
    await Promise.allSettled([searching.unbind(), checking.unbind()]);
  }
}

/** Does all that a sign-in does before a password is tried: connect, bind, search for a name that nobody has. @throws LdapUnavailableError */
export async function probeLdap(config: LdapConfig): Promise<void> {
  const { Client: LdapClient } = await import('ldapts');
  const { url, tls } = await target(config);
  const options = { url, ...milliseconds, ...(url.startsWith('ldaps:') ? { tlsOptions: tls } : {}) };
  const client = new LdapClient(options);
  try {
    await secure(config, client, tls);
    if (config.ldapBindDn !== undefined) await client.bind(config.ldapBindDn, config.ldapBindPassword);
    await find(config, client, randomBytes(16).toString('hex'));
  } catch (error) {
    throw new LdapUnavailableError('The LDAP directory cannot be asked', { cause: error });
  } finally {
    await client.unbind().catch(() => undefined);
  }
}

export async function target({ ldapUrl = '', ldapCaFile }: LdapConfig) {
  const host = new URL(ldapUrl).hostname.replace(/^\[|\]$/g, '');
  const tls: ConnectionOptions = {
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ldapCaFile === undefined ? {} : { ca: await certificates(ldapCaFile) }),
  };
  return { url: ldapUrl, tls };
}

async function certificates(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new LdapUnavailableError('The certificates for the LDAP directory cannot be read', {
      cause: error,
    });
  }
}

/** Passwords do not go out before the connection is encrypted, unless the operator wants that. */
export async function secure(
  { ldapUrl = '', ldapStartTls }: LdapConfig,
  client: Client,
  tls: ConnectionOptions,
) {
  if (ldapStartTls === 'on' && ldapUrl.startsWith('ldap://')) await client.startTLS(tls);
}

/** Of several who have the name nobody is found: it would be a guess which of them signs in. */
async function find(config: LdapConfig, client: Client, username: string): Promise<Entry | undefined> {
  const { SizeLimitExceededError } = await import('ldapts');
  try {
    const { searchEntries } = await client.search(config.ldapSearchBase ?? '', {
      scope: 'sub',
      filter: await filterFor(config.ldapFilter, username),
      attributes: [config.ldapEmailAttribute, config.ldapNameAttribute],
      sizeLimit: 2,
    });
    return searchEntries.length === 1 ? searchEntries[0] : undefined;
  } catch (error) {
    if (error instanceof SizeLimitExceededError) return undefined;
    throw error;
  }
}

/** What was typed stays one value, whatever characters of the filter's own language are in it. */
export async function filterFor(template: string, username: string): Promise<string> {
  const { Filter } = await import('ldapts');
  return template.replaceAll('{username}', () => Filter.escape(username));
}

async function isPassword(client: Client, dn: string, password: string): Promise<boolean> {
  // With an empty password a directory treats the bind as anonymous, and reports success.
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
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (refusals.some((refusal) => error instanceof refusal)) return false;
    throw error;
  }
}

export function personFrom({ ldapEmailAttribute, ldapNameAttribute }: LdapConfig, entry: Entry): LdapPerson {
  const email = valueOf(entry, ldapEmailAttribute);
  const fullName = valueOf(entry, ldapNameAttribute);
  return {
    dn: entry.dn,
    ...(email === undefined ? {} : { email }),
    ...(fullName === undefined ? {} : { fullName }),
  };
}

/** The first, whatever the case in which the directory writes the attribute's name. */
export function valueOf(entry: Entry, attribute: string): string | undefined {
  const found = Object.entries(entry).find(([name]) => name.toLowerCase() === attribute.toLowerCase());
  const values = found ? [found[1]].flat() : [];
  const [first] = values.map(String).filter((value) => value.trim() !== '');
  return first;
}

/** Opens connections to an LDAP directory: only to permitted addresses, and encrypted before a password is sent. */
import { readFile } from 'node:fs/promises';
import { connect as connectOpen, isIP } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import type { Client } from 'ldapts';
import { guardedLookup, isClosedAddress } from '../net/guarded-fetch.ts';
import { withholding } from '../net/withholding.ts';
import { boundResponses } from './bounded-responses.ts';
import type { LdapSettings } from './settings.ts';

/** The directory did not respond, or not correctly: the operator has to act. The cause is logged. */
export class LdapUnavailableError extends Error {
  override readonly name = 'LdapUnavailableError';
}

export const toUnavailable = (error: unknown): LdapUnavailableError =>
  error instanceof LdapUnavailableError
    ? error
    : new LdapUnavailableError('The LDAP directory cannot be asked', { cause: error });

const connectTimeout = 5000;
const usualTimeout = 10_000;

/** Connects with the configured encryption, unauthenticated. The caller closes the connection. */
export async function openLdap(settings: LdapSettings, timeout = usualTimeout): Promise<Client> {
  const { Client: LdapClient } = await import('ldapts');
  const { url, usesStartTls } = settings;
  const host = parseHost(url);
  refuseClosed(settings, host);
  const tls: ConnectionOptions = {
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(await authorities(settings)),
  };
  const guard = settings.isOfOrganization ? { lookup: guardedLookup(settings.reachable) } : {};
  const client = new LdapClient({
    url,
    connectTimeout,
    timeout,
    // StartTLS connects in plain text first, which the library does only if there are no TLS options.
    ...(url.startsWith('ldaps:') ? { tlsOptions: tls } : {}),
    // The library calls the overload with a port and a host.
    createConnection: ((port: number, host: string) =>
      connectOpen({ port, host, ...guard })) as typeof connectOpen,
    // By StartTLS there is a connection already.
    createSecureConnection: ((given: number | ConnectionOptions, to?: string) =>
      connectTls(
        typeof given === 'number' ? { ...tls, port: given, host: to, ...guard } : given,
      )) as typeof connectTls,
  });
  boundResponses(client);
  withholdPasswords(client);
  try {
    if (usesStartTls && url.startsWith('ldap://')) await client.startTLS(tls);
  } catch (error) {
    await client.unbind().catch(() => undefined);
    throw error;
  }
  return client;
}

/** A directory may quote the password of a bind in any response of the connection. */
function withholdPasswords(client: Client): void {
  const { bind, search, searchPaginated } = client;
  const sent: string[] = [];
  client.bind = (dn, password, ...more) => {
    if (password !== undefined) sent.push(password);
    return withholding(sent, () => bind.call(client, dn, password, ...more));
  };
  client.search = (...given) => withholding(sent, () => search.apply(client, given));
  client.searchPaginated = async function* (...given) {
    const pages = searchPaginated.apply(client, given);
    for (;;) {
      const next = await withholding(sent, () => pages.next());
      if (next.done === true) return;
      yield next.value;
    }
  };
}

/** The same, authenticated as the search account. */
export async function openForSearch(settings: LdapSettings, timeout?: number): Promise<Client> {
  const client = await openLdap(settings, timeout);
  try {
    if (settings.bindDn !== undefined) await client.bind(settings.bindDn, settings.bindPassword);
    return client;
  } catch (error) {
    await client.unbind().catch(() => undefined);
    throw error;
  }
}

export const parseHost = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

function refuseClosed({ isOfOrganization, reachable }: LdapSettings, host: string): void {
  if (isOfOrganization && isIP(host) !== 0 && isClosedAddress(host, reachable))
    throw new LdapUnavailableError('The address of the LDAP directory is not a public one');
}

async function authorities({ caFile, caCertificate }: LdapSettings): Promise<{ ca?: string | Buffer }> {
  if (caCertificate !== undefined) return { ca: caCertificate };
  if (caFile === undefined) return {};
  try {
    return { ca: await readFile(caFile) };
  } catch (error) {
    throw new LdapUnavailableError('The certificates for the LDAP directory cannot be read', {
      cause: error,
    });
  }
}

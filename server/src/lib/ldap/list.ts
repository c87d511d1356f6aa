/** Everybody in an LDAP directory who could sign in. */
import {
  type LdapConfig,
  type LdapPerson,
  LdapUnavailableError,
  personFrom,
  secure,
  target,
  valueOf,
} from './ask.ts';

const pageSize = 500;
const milliseconds = { connectTimeout: 5000, timeout: 60_000 };
/** Of Active Directory: the account is disabled. */
const disabledBit = 2;

/** All of them, or none. @throws LdapUnavailableError */
export async function listLdap(config: LdapConfig): Promise<LdapPerson[]> {
  const { Client: LdapClient } = await import('ldapts');
  const { url, tls } = await target(config);
  const client = new LdapClient({
    url,
    ...milliseconds,
    ...(url.startsWith('ldaps:') ? { tlsOptions: tls } : {}),
  });
  try {
    await secure(config, client, tls);
    if (config.ldapBindDn !== undefined) await client.bind(config.ldapBindDn, config.ldapBindPassword);
    const { searchEntries } = await client.search(config.ldapSearchBase ?? '', {
      scope: 'sub',
      filter: config.ldapFilter.replaceAll('{username}', '*'),
      attributes: [config.ldapEmailAttribute, config.ldapNameAttribute, 'userAccountControl'],
      paged: { pageSize },
    });
    return searchEntries
      .filter((entry) => (Number(valueOf(entry, 'userAccountControl') ?? 0) & disabledBit) === 0)
      .map((entry) => personFrom(config, entry));
  } catch (error) {
    throw new LdapUnavailableError('The LDAP directory cannot be asked', { cause: error });
  } finally {
    await client.unbind().catch(() => undefined);
  }
}

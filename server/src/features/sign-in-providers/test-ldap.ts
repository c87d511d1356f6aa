/** Tests an LDAP directory: connection, encryption, bind and search. */
import type { Texts } from '../../lib/i18n/i18n.ts';
import { parseHost, openLdap } from '../../lib/ldap/connect.ts';
import { countEntries } from '../../lib/ldap/count.ts';
import type { LdapSettings } from '../../lib/ldap/settings.ts';
import { fieldsIn } from '../../lib/objects.ts';
import { findRootCause, connectionProblem, ok, problem, type Step, warning } from './step.ts';

export async function testLdap(t: Texts, settings: LdapSettings): Promise<Step[]> {
  const host = parseHost(settings.url);
  const steps: Step[] = [];
  if (settings.url.startsWith('ldap://') && !settings.usesStartTls)
    steps.push(warning('encryption', t('providerTest.ldapPlain')));
  let client;
  try {
    client = await openLdap(settings);
    // Without StartTLS the connection is only opened now.
    await client.bind(settings.bindDn ?? '', settings.bindPassword);
  } catch (error) {
    await client?.unbind().catch(() => undefined);
    return [...steps, bindProblem(t, error, settings)];
  }
  const dn = settings.bindDn;
  steps.push(
    ok('connection', t('providerTest.reached', { host })),
    ok('bind', dn === undefined ? t('providerTest.ldapAnonymous') : t('providerTest.ldapBound', { dn })),
  );
  try {
    return [...steps, searchStep(t, settings, await countEntries(settings, client))];
  } catch (error) {
    return [...steps, searchProblem(t, error, settings)];
  } finally {
    await client.unbind().catch(() => undefined);
  }
}

function bindProblem(t: Texts, error: unknown, { url, bindDn }: LdapSettings): Step {
  const host = parseHost(url);
  const { name, message } = findRootCause(error);
  if (name === 'InvalidCredentialsError') return problem('bind', t('providerTest.ldapPassword'));
  // Active Directory (Samba 4.17) says the first to a password on a connection without TLS, OpenLDAP the second.
  const isPlain = name === 'StrongAuthRequiredError' && bindDn !== undefined;
  if (isPlain || name === 'ConfidentialityRequiredError')
    return problem('encryption', t('providerTest.ldapEncryption'));
  if (name === 'InappropriateAuthError' || name === 'StrongAuthRequiredError')
    return problem('bind', t('providerTest.ldapAuthentication'));
  if (name === 'LdapUnavailableError' && message.includes('public'))
    return problem('connection', t('providerTest.private', { host }));
  const limit = limitProblem(t, error, 'bind');
  if (limit) return limit;
  if (message === 'Connection timeout') return problem('connection', t('providerTest.timeout', { host }));
  return connectionProblem(t, error, host);
}

function searchProblem(t: Texts, error: unknown, { searchBase: base }: LdapSettings): Step {
  const { name, message } = findRootCause(error);
  if (name === 'NoSuchObjectError' || name === 'InvalidDNSyntaxError')
    return problem('search', t('providerTest.ldapBase', { base }));
  if (name === 'InsufficientAccessError') return problem('search', t('providerTest.ldapAccess'));
  const limit = limitProblem(t, error, 'search');
  if (limit) return limit;
  return problem('search', t('providerTest.ldapSearch', { reason: message }));
}

/** The status of a referral, for which the library has no class. */
const referral = 10;

/** What only the directory's administrators can change, or another address. */
function limitProblem(t: Texts, error: unknown, step: string): Step | undefined {
  const cause = findRootCause(error);
  const { name, message } = cause;
  if (name === 'SizeLimitExceededError' || name === 'AdminLimitExceededError')
    return problem(step, t('providerTest.ldapSizeLimit'));
  if (fieldsIn(cause).code === referral)
    return problem(step, t('providerTest.ldapReferral', { reason: message }));
  return undefined;
}

/** Why a directory could not be asked, for the operator. */
export function describeLdapFailure(t: Texts, error: unknown, settings: LdapSettings): string {
  const isOfSearch = ['NoSuchObjectError', 'InsufficientAccessError'].includes(findRootCause(error).name);
  return (isOfSearch ? searchProblem(t, error, settings) : bindProblem(t, error, settings)).text;
}

function searchStep(
  t: Texts,
  { searchBase: base, emailAttribute }: LdapSettings,
  { entries, withEmail }: { entries: number; withEmail: number },
): Step {
  if (entries === 0) return problem('search', t('providerTest.ldapNone', { base }));
  if (withEmail === 0) return problem('search', t('providerTest.ldapNoEmail', { attribute: emailAttribute }));
  return ok('search', t('providerTest.ldapFound', { count: entries }));
}

/** Email addresses that may join an organization. */
import type { AllowedDomain } from '../../../../wire/domains.ts';
import type { Db } from '../../db/db.ts';
import { type OrganizationCache, organizationSettings } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { domainToASCII } from 'node:url';

/** Whether a host provides disposable addresses. */
export type DisposableCheck = (host: string) => boolean;

let known: Promise<ReadonlySet<string>> | undefined;

/** Loaded at the first call, since the list is long, and kept: making a set of it takes milliseconds. */
export async function disposableCheck(): Promise<DisposableCheck> {
  known ??= load();
  const listed = await known;
  return (host) => {
    const labels = host.split('.');
    return labels.some((_, start) => listed.has(labels.slice(start).join('.')));
  };
}

async function load(): Promise<ReadonlySet<string>> {
  const { disposableEmailBlocklistSet } = await import('disposable-email-domains-js');
  return disposableEmailBlocklistSet();
}

export interface AddressRules {
  isRestricted: boolean;
  refusesDisposable: boolean;
  domains: readonly AllowedDomain[];
  isDisposable: DisposableCheck;
}

export async function addressRules(
  db: Db,
  cache: OrganizationCache,
  isDisposable: DisposableCheck,
): Promise<AddressRules> {
  const settings = organizationSettings(cache);
  return {
    isRestricted: settings.emails_restricted_to_domains,
    refusesDisposable: settings.disallow_disposable_email_addresses,
    domains: await allowedDomains(db, cache.orgId),
    isDisposable,
  };
}

type AddressRefusal = 'email.disposable' | 'email.plus' | 'email.domain';

/** @returns why an address may not join; undefined if it may */
export function addressRefusal(rules: AddressRules, email: string): AddressRefusal | undefined {
  if (!rules.isRestricted)
    return rules.refusesDisposable && rules.isDisposable(getHost(email)) ? 'email.disposable' : undefined;
  // An address with a plus sign (subaddressing, RFC 5233): a mailbox can use an unlimited number of them.
  if (email.slice(0, email.lastIndexOf('@')).includes('+')) return 'email.plus';
  return isOfAllowedDomain(email, rules.domains) ? undefined : 'email.domain';
}

/** @throws ApiError with the reason why an account may not have the address. */
export async function checkMayJoin(
  db: Db,
  cache: OrganizationCache,
  isDisposable: DisposableCheck,
  email: string,
): Promise<void> {
  const why = addressRefusal(await addressRules(db, cache, isDisposable), email);
  if (why !== undefined) throw apiError(why);
}

/**
 * Splits at commas and line breaks, without duplicates; `Name <address>` yields the address.
 * @returns at most one more than `most`, which shows that there are too many
 */
export function splitAddresses(text: string, most: number): string[] {
  const found = new Map<string, string>();
  for (const part of new Set(text.split(/[,\n\r]+/))) {
    if (found.size > most) break;
    const address = (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim();
    if (address !== '' && !found.has(address.toLowerCase())) found.set(address.toLowerCase(), address);
  }
  return [...found.values()];
}

export async function allowedDomains(db: Db, orgId: number): Promise<AllowedDomain[]> {
  const rows = await db.q
    .selectFrom('allowed_domain')
    .select(['domain', 'allow_subdomains'])
    .where('org_id', '=', orgId)
    .orderBy('domain')
    .execute();
  return rows.map(({ domain, allow_subdomains }) => ({ domain, allow_subdomains: allow_subdomains === 1 }));
}

/** The normalized domain of an address. */
const getHost = (email: string): string =>
  domainToASCII(email.slice(email.lastIndexOf('@') + 1).toLowerCase());

/** Whether the address belongs to one of the domains, or to a subdomain if the domain allows them. */
export function isOfAllowedDomain(email: string, domains: readonly AllowedDomain[]): boolean {
  const host = getHost(email);
  return domains.some(
    ({ domain, allow_subdomains }) => host === domain || (allow_subdomains && host.endsWith(`.${domain}`)),
  );
}

import { domainToASCII } from 'node:url';
import type { AllowedDomain } from '../../../../wire/domains.ts';
import type { Db } from '../../db/db.ts';

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
export const getHost = (email: string): string =>
  domainToASCII(email.slice(email.lastIndexOf('@') + 1).toLowerCase());

/** Whether the address belongs to one of the domains, or to a subdomain if the domain allows them. */
export function isOfAllowedDomain(email: string, domains: readonly AllowedDomain[]): boolean {
  const host = getHost(email);
  return domains.some(
    ({ domain, allow_subdomains }) => host === domain || (allow_subdomains && host.endsWith(`.${domain}`)),
  );
}

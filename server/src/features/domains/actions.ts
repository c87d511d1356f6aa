import type { AddDomainParams } from '../../../../wire/domains.ts';
import { audit, auditChange } from '../../core/audit/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { apiError } from '../../lib/errors.ts';
import { domainToASCII } from 'node:url';

// Validates and normalizes names of email domains.

const longest = 255;
const longestLabel = 63;

/** The normalized form of a domain; empty if it is invalid. */
const writtenDomain = (given: string): string => domainToASCII(given.trim().toLowerCase());

/** @throws ApiError with the problem */
function checkedDomain(given: string): string {
  const trimmed = given.trim().toLowerCase();
  const problem = problemWith(trimmed);
  if (problem !== null) throw apiError('domains.invalid', { problem });
  return writtenDomain(given);
}

function problemWith(domain: string): string | null {
  if (domain === '') return "Domain can't be empty.";
  if (!domain.includes('.')) return 'Domain must have at least one dot (.)';
  if (domain.startsWith('.') || domain.endsWith('.')) return 'Domain cannot start or end with a dot (.)';
  if (domain.includes('..')) return "Consecutive '.' are not allowed.";
  const wrongCharacter = "Domain can only have letters, numbers, '.' and '-'s.";
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return wrongCharacter;
  const labels = domain.split('.');
  if (labels.some((label) => label.startsWith('-') || label.endsWith('-')))
    return "Subdomains cannot start or end with a '-'.";
  const ascii = domainToASCII(domain);
  if (ascii.length > longest || ascii.split('.').some((label) => label.length > longestLabel))
    return 'Domain is too long';
  // A numeric last label would be parsed as part of an IPv4 address.
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(ascii) || /\.\d+$/.test(ascii)) return wrongCharacter;
  return null;
}

/** @returns the id. @throws ApiError for an invalid or existing domain */
export async function addDomain(tx: Tx, params: AddDomainParams): Promise<number> {
  const domain = checkedDomain(params.domain);
  const { allow_subdomains } = params;
  if (await findDomain(tx, domain)) throw apiError('domains.already-added', { domain });
  const { present } = await tx.q
    .selectFrom('allowed_domain')
    .select(({ fn }) => fn.countAll().as('present'))
    .where('org_id', '=', tx.orgId)
    .executeTakeFirstOrThrow();
  refuseAboveLimit('domains.too-many', Number(present));
  const { id } = await tx.q
    .insertInto('allowed_domain')
    .values({ org_id: tx.orgId, domain, allow_subdomains: allow_subdomains ? 1 : 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  tx.emit(
    { type: 'realm_domains', op: 'add', realm_domain: { domain, allow_subdomains } },
    { everyone: true },
  );
  await audit(tx, {
    action: 'domain.add',
    target: { type: 'domain', id, name: domain },
    after: { allow_subdomains },
  });
  return id;
}

export async function updateDomain(tx: Tx, given: string, allow_subdomains: boolean): Promise<void> {
  const { id, domain, ...before } = await domainFor(tx, given);
  await tx.q
    .updateTable('allowed_domain')
    .set({ allow_subdomains: allow_subdomains ? 1 : 0 })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
  tx.emit(
    { type: 'realm_domains', op: 'change', realm_domain: { domain, allow_subdomains } },
    { everyone: true },
  );
  await auditChange(tx, {
    action: 'domain.update',
    target: { type: 'domain', id, name: domain },
    before: { allow_subdomains: before.allow_subdomains === 1 },
    after: { allow_subdomains },
  });
}

export async function removeDomain(tx: Tx, given: string): Promise<void> {
  const { id, domain, allow_subdomains } = await domainFor(tx, given);
  await tx.q.deleteFrom('allowed_domain').where('id', '=', id).where('org_id', '=', tx.orgId).execute();
  tx.emit({ type: 'realm_domains', op: 'remove', domain }, { everyone: true });
  await audit(tx, {
    action: 'domain.remove',
    target: { type: 'domain', id, name: domain },
    before: { allow_subdomains: allow_subdomains === 1 },
  });
}

function findDomain(tx: Tx, domain: string) {
  return tx.q
    .selectFrom('allowed_domain')
    .select(['id', 'domain', 'allow_subdomains'])
    .where('org_id', '=', tx.orgId)
    .where('domain', '=', domain)
    .executeTakeFirst();
}

async function domainFor(tx: Tx, given: string) {
  const found = await findDomain(tx, writtenDomain(given));
  if (!found) throw apiError('domains.not-found', { domain: given });
  return found;
}

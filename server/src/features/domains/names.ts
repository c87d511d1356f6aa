/** Validates and normalizes names of email domains. */
import { domainToASCII } from 'node:url';
import { apiError } from '../../lib/errors.ts';

const longest = 255;
const longestLabel = 63;

/** The normalized form of a domain; empty if it is invalid. */
export const writtenDomain = (given: string): string => domainToASCII(given.trim().toLowerCase());

/** @throws ApiError with the problem */
export function checkedDomain(given: string): string {
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

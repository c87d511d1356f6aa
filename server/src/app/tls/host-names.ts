/** The host names of the server, which need certificates. */
import { isIP } from 'node:net';
import type { Config } from '../../lib/config/config.ts';

interface WithSubdomain {
  subdomain: string;
}

/** Authorities certify DNS names with at least two labels. */
const canBeCertified = (name: string): boolean => name.includes('.') && isIP(name) === 0;

/** The host of `base_url` comes first. */
export function certifiedHosts(
  { baseUrl = '', additionalHosts = '' }: Pick<Config, 'baseUrl' | 'additionalHosts'>,
  organizations: readonly WithSubdomain[],
): string[] {
  const { hostname } = new URL(baseUrl);
  const further = additionalHosts.split(',').map((name) => name.trim().toLowerCase().replace(/\.$/, ''));
  // A single organization is at the root host.
  const subdomains = organizations.length > 1 ? organizations.map(({ subdomain }) => subdomain) : [];
  const below = subdomains.filter((name) => name !== '').map((name) => `${name}.${hostname}`);
  return [...new Set([hostname, ...further, ...below])].filter(canBeCertified);
}

/** The host names that the server is reached at, and needs a certificate for. */
import { isIP } from 'node:net';
import type { Config } from '../../lib/config/config.ts';

interface WithSubdomain {
  subdomain: string;
}

/** Authorities certify names of the domain name system, in which those of one label are none. */
const canBeCertified = (name: string): boolean => name.includes('.') && isIP(name) === 0;

/** That of `base_url` is first. */
export function certifiedHosts(
  { baseUrl = '', additionalHosts = '' }: Pick<Config, 'baseUrl' | 'additionalHosts'>,
  organizations: readonly WithSubdomain[],
): string[] {
  const { hostname } = new URL(baseUrl);
  const further = additionalHosts.split(',').map((name) => name.trim().toLowerCase().replace(/\.$/, ''));
  // One that is alone is reached at the root host.
  const subdomains = organizations.length > 1 ? organizations.map(({ subdomain }) => subdomain) : [];
  const below = subdomains.filter((name) => name !== '').map((name) => `${name}.${hostname}`);
  return [...new Set([hostname, ...further, ...below])].filter(canBeCertified);
}

/** Which host names belong to this server. Requests may contain any Host header; only these names are accepted. */
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import type { Config } from './config.ts';
import { addressGuard } from '../net/addresses.ts';

type HostSettings = Pick<Config, 'baseUrl' | 'host' | 'additionalHosts'>;

const isPublic = addressGuard();

/** Suffixes of names in private networks, which nobody can register. */
const privateSuffixes = ['local', 'lan', 'internal', 'home.arpa'];

export class Hosts {
  /** Names of the root organization; subdomains are prepended to them. */
  readonly #roots: ReadonlySet<string>;
  /** Additional names of the root organization. */
  readonly #additional: ReadonlySet<string>;
  readonly #hasBaseUrl: boolean;

  constructor({ baseUrl, host, additionalHosts = '' }: HostSettings) {
    this.#hasBaseUrl = baseUrl !== undefined;
    this.#roots = new Set(baseUrl === undefined ? localNames(host) : [new URL(baseUrl).hostname]);
    this.#additional = new Set(splitNames(additionalHosts));
  }

  /**
   * @param name Host name or address in lower case, without port; IPv6 in brackets.
   * @returns the subdomain, '' for the root, `undefined` for a name that is not this server's.
   */
  getSubdomain(name: string): string | undefined {
    if (this.#roots.has(name) || this.#additional.has(name) || name === 'localhost') return '';
    const address = name.replace(/^\[|\]$/g, '');
    if (isIP(address) !== 0) return this.#isOwnAddress(address) ? '' : undefined;
    for (const root of this.#roots)
      if (name.endsWith(`.${root}`)) return name.slice(0, -root.length - 1) || undefined;
    return undefined;
  }

  /**
   * If there is a base URL, responses never contain the address of a request, and any address is accepted, so that proxies and
   * health checks work. Otherwise responses contain it, and it must be an address of a private network or of this machine.
   */
  #isOwnAddress(address: string): boolean {
    if (this.#hasBaseUrl || !isPublic(address)) return true;
    return Object.values(networkInterfaces()).some((list) => list?.some((own) => own.address === address));
  }
}

const splitNames = (names: string): string[] =>
  names
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');

/** The public URL and the additional names in one line, the same for settings that mean the same. */
export const listHosts = ({ baseUrl = '', additionalHosts = '' }: Omit<HostSettings, 'host'>): string =>
  [baseUrl, ...splitNames(additionalHosts).toSorted()].join(' ');

/** Names of a server without a base URL on its own machine and in a private network. */
function localNames(listenedOn: string): string[] {
  const machine = hostname().toLowerCase();
  const [label = machine] = machine.split('.', 1);
  const names = ['localhost', machine, label, ...privateSuffixes.map((suffix) => `${label}.${suffix}`)];
  return isIP(listenedOn) === 0 ? [...names, listenedOn.toLowerCase()] : names;
}

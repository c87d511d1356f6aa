/** IP addresses and networks, in settings and for rate limits. */
import { BlockList, isIP } from 'node:net';

/**
 * Addresses and networks in CIDR notation, separated by commas.
 * @throws Error that names the first part which is neither.
 */
export function parseNetworks(text: string): BlockList {
  const list = new BlockList();
  for (const part of text.split(',').map((one) => one.trim())) {
    const [address = '', prefix, ...rest] = part.split('/');
    const family = isIP(address);
    const longest = family === 4 ? 32 : 128;
    const bits = prefix === undefined ? longest : Number(prefix);
    const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && bits <= longest);
    if (family === 0 || !isPrefix || rest.length > 0 || address.includes('%'))
      throw new Error(`${JSON.stringify(part)} is neither an IP address nor a network such as 10.0.0.0/8.`);
    list.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

export const isIn = (list: BlockList, address: string | undefined): boolean => {
  const family = address === undefined ? 0 : isIP(address);
  return address !== undefined && family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6');
};

/** The unit of rate limits: a household or office has a whole IPv6 /64. */
export function limitedNetwork(ip: string): string {
  const address = ip.replace(/%.*$/, '');
  if (isIP(address) !== 6) return address;
  const groups = getGroups(address);
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff';
  return isMapped ? dotted(groups.slice(6)) : `${groups.slice(0, 4).join(':')}::/64`;
}

/** The eight groups in hexadecimal without leading zeros. */
function getGroups(address: string): string[] {
  // The URL parser converts an IPv4 suffix to hexadecimal groups.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [head, tail ?? ''].map((text) => (text === '' ? [] : text.split(':')));
  if (!first || !last || tail === undefined) return first ?? [];
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
}

const dotted = (groups: readonly string[]): string =>
  groups
    .flatMap((group) => {
      const number = Number.parseInt(group, 16);
      return [number >> 8, number & 255];
    })
    .join('.');

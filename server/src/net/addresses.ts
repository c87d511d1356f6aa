/** Which addresses the server may call on behalf of people: those that anybody can reach, and no others. */
import { BlockList, isIP } from 'node:net';

type Network = [address: string, prefix: number];

/** Special-purpose networks (IANA): own machine, own network, cloud metadata, multicast, documentation, the unused. */
const closed4: readonly Network[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Only global unicast is open; within it, what leads to IPv4 by tunnel, and documentation, is not. */
const open6: Network = ['2000::', 3];
const closed6: readonly Network[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const listOf = (networks: readonly Network[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const [address, prefix] of networks) list.addSubnet(address, prefix, family);
  return list;
};

const closedTo4 = listOf(closed4, 'ipv4');
const openTo6 = listOf([open6], 'ipv6');
const closedTo6 = listOf(closed6, 'ipv6');

/** @param reachable Addresses and networks that may be called though they are not public, commas between them. */
export function addressGuard(reachable = ''): (address: string) => boolean {
  const allowed = parseNetworks(reachable);
  return (address) => {
    const family = isIP(address);
    if (family === 4) return allowed.check(address, 'ipv4') || !closedTo4.check(address, 'ipv4');
    if (family !== 6) return false;
    if (allowed.check(address, 'ipv6')) return true;
    return openTo6.check(address, 'ipv6') && !closedTo6.check(address, 'ipv6');
  };
}

/** What is no address or network is not looked at. */
function parseNetworks(text: string): BlockList {
  const list = new BlockList();
  for (const part of text.split(',')) {
    const [address = '', prefix] = part.trim().split('/');
    const version = isIP(address);
    if (version === 0) continue;
    const longest = version === 4 ? 32 : 128;
    const bits = prefix === undefined ? longest : Number(prefix);
    if (Number.isInteger(bits) && bits >= 0 && bits <= longest)
      list.addSubnet(address, bits, version === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

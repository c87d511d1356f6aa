/** The addresses that the server may call on behalf of users: public ones only. */
import { BlockList, isIP } from 'node:net';
import { isIn, parseNetworks } from './networks.ts';

type Network = [address: string, prefix: number];

/** Special-purpose networks (IANA): loopback, private, cloud metadata, multicast, documentation, reserved. */
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

/** Only global unicast is allowed, except for tunnels to IPv4 and documentation. */
const open6: Network = ['2000::', 3];
const closed6: readonly Network[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const getList = (networks: readonly Network[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const [address, prefix] of networks) list.addSubnet(address, prefix, family);
  return list;
};

const closedTo4 = getList(closed4, 'ipv4');
const openTo6 = getList([open6], 'ipv6');
const closedTo6 = getList(closed6, 'ipv6');

/** @param reachable Addresses and networks that may be called although they are not public, separated by commas. */
export function addressGuard(reachable?: string): (address: string) => boolean {
  const allowed = reachable === undefined ? undefined : parseNetworks(reachable);
  return (address) => {
    const family = isIP(address);
    if (family !== 0 && allowed && isIn(allowed, address)) return true;
    if (family === 4) return !closedTo4.check(address, 'ipv4');
    if (family !== 6) return false;
    return openTo6.check(address, 'ipv6') && !closedTo6.check(address, 'ipv6');
  };
}

const isPublic = addressGuard();
const loopback = parseNetworks('127.0.0.0/8, ::1');

/** Whether a URL's host is this machine, so that nobody is in between. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? /^(?:.*\.)?localhost\.?$/i.test(host) : isIn(loopback, host);
}

const privateName = /^(?:localhost|[a-z0-9-]+|.*\.(?:localhost|local|lan|internal|home\.arpa))$/i;

/** Whether a URL's host is this machine, or a name or address of a private network. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? privateName.test(host) : !isPublic(host);
}

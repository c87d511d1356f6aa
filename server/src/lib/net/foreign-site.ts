import { isIP } from 'node:net';

/** Domains such as `co.uk`, below which anyone may have names. */
const isShared = (name: string, top: string): boolean => top.length === 2 && name.length <= 3;

/**
 * The part of a host that its owner had to register, as a guess, so that limits for one server are not avoided by names below one's own
 * domain; an address as it is.
 */
export function getForeignSite(url: string): string {
  const host = URL.parse(url)?.hostname ?? '';
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return host;
  const labels = host.replace(/\.$/, '').split('.');
  const [name = '', top = ''] = labels.slice(-2);
  return labels.slice(isShared(name, top) ? -3 : -2).join('.');
}

/**
 * Signed addresses on this server for images, videos and audio of other servers, so that reading loads nothing from
 * elsewhere. The server fetches only what occurs in a message.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isCallable } from '../../lib/net/guarded-fetch.ts';
import { acceptedKeys, mediaKey, type Secrets } from '../../lib/secrets.ts';

export const linkedPrefix = '/external_content/';

/** What a browser would send to another server; beyond it, no server responds. */
const longest = 2000;

/** Gives the address to load a medium from; undefined for what is not fetched at all. */
export type MediaProxy = (url: string) => string | undefined;

/** @returns the address on this server for a medium of another */
export const mediaProxy =
  (secrets: Secrets): MediaProxy =>
  (url) =>
    url.length <= longest && isCallable(url)
      ? `${linkedPrefix}${signature(mediaKey(secrets), url)}/${Buffer.from(url).toString('hex')}`
      : undefined;

/** @param path What follows the prefix. Undefined when it was not made here. */
export function mediumAt(secrets: Secrets, path: string): string | undefined {
  const [, given = '', hex = ''] = /^([0-9a-f]{64})\/((?:[0-9a-f]{2})+)$/.exec(path) ?? [];
  if (given === '') return undefined;
  const url = Buffer.from(hex, 'hex').toString();
  const keys = [...acceptedKeys(secrets).map(mediaKey), ...(secrets.mediaKeys ?? [])];
  const isOurs = keys.some((key) => timingSafeEqual(Buffer.from(given), Buffer.from(signature(key, url))));
  return isOurs ? url : undefined;
}

const signature = (key: Uint8Array, url: string): string =>
  createHmac('sha256', key).update(url).digest('hex');

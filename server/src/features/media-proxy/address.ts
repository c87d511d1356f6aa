/**
 * Signed addresses on this server for images, videos and audio of other servers, so that clients load nothing from other
 * servers. The signature restricts the proxy to addresses in messages.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isCallable } from '../../lib/net/guarded-fetch.ts';
import { acceptedKeys, mediaKey, type Secrets } from '../../lib/secrets.ts';

export const linkedPrefix = '/external_content/';

/** The longest address that servers commonly accept. */
const longest = 2000;

/** @returns the proxy address of a file; undefined if it is never fetched */
export type MediaProxy = (url: string) => string | undefined;

export const mediaProxy =
  (secrets: Secrets): MediaProxy =>
  (url) =>
    url.length <= longest && isCallable(url)
      ? `${linkedPrefix}${signature(mediaKey(secrets), url)}/${Buffer.from(url).toString('hex')}`
      : undefined;

/** @param path The part after the prefix. @returns undefined unless its signature is valid */
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

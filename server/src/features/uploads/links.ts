/** Addresses that open a file for a minute without signing in: signed, for one file only. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../secrets.ts';
import { subkey } from '../../secrets.ts';

export const linkSeconds = 60;
export const temporaryPrefix = '/user_uploads/temporary/';

/** @param path What follows `/user_uploads/`. */
export function temporaryUrl(secrets: Secrets, path: string, now = Date.now()): string {
  const expires = Math.floor(now / 1000) + linkSeconds;
  return `${temporaryPrefix}${expires}.${signature(secrets, expires, path)}/${encodeURI(path)}`;
}

/** Whether the token was made for this path, less than a minute ago. */
export function isTokenFor(secrets: Secrets, token: string, path: string, now = Date.now()): boolean {
  const [, expires = '', given = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? [];
  if (given === '') return false;
  const wanted = signature(secrets, Number(expires), path);
  return timingSafeEqual(Buffer.from(given), Buffer.from(wanted)) && now < Number(expires) * 1000;
}

const signature = (secrets: Secrets, expires: number, path: string): string =>
  createHmac('sha256', subkey(secrets, 'links to uploads')).update(`${expires} ${path}`).digest('base64url');

/**
 * The key in the link of an invitation: a random seed, by which its row is found, and a signature, which the database does
 * not hold. Whoever can read the database can accept nothing, and a link can still be shown again.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Organization } from '../../directory/types.ts';
import type { Heddle } from '../../heddle.ts';
import { subkey, type Secrets } from '../../secrets.ts';

const seedLength = 16;

export const newSeed = (): string => randomBytes(12).toString('base64url');

export const keyOf = (secrets: Secrets, seed: string): string => seed + signature(secrets, seed);

const signature = (secrets: Secrets, seed: string): string =>
  createHmac('sha256', subkey(secrets, 'invitation links')).update(seed).digest('base64url').slice(0, 24);

/** @returns the seed, if the key is one of ours. */
export function seedIn(secrets: Secrets, key: string): string | undefined {
  const seed = key.slice(0, seedLength);
  const given = Buffer.from(key);
  const right = Buffer.from(keyOf(secrets, seed));
  return given.length === right.length && timingSafeEqual(given, right) ? seed : undefined;
}

export const joinPath = '/join';

/** @param origin Where the server was reached, which is believed only where no address is configured. */
export function joinLink(heddle: Heddle, organization: Organization, origin: string, seed: string): string {
  return `${siteOf(heddle, organization, origin)}${joinPath}/${keyOf(heddle.secrets, seed)}`;
}

export function siteOf(
  { config, organizations }: Pick<Heddle, 'config' | 'organizations'>,
  { subdomain }: Organization,
  origin: string,
): string {
  if (config.baseUrl === undefined) return origin;
  const isAlone = organizations.names.length === 1;
  return subdomain === '' || isAlone ? config.baseUrl : config.baseUrl.replace('://', `://${subdomain}.`);
}

/**
 * The key in the link of an invitation: a random seed, by which its row is found, and a signature, which is not stored. So
 * read access to the database does not suffice to accept invitations, and a link can be shown again.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { acceptedKeys, subkey, type Secrets, type ServerKey } from '../../lib/secrets.ts';

const seedLength = 16;

export const newSeed = (): string => randomBytes(12).toString('base64url');

const getKey = (secrets: ServerKey, seed: string): string => seed + signature(secrets, seed);

const signature = (secrets: ServerKey, seed: string): string =>
  createHmac('sha256', subkey(secrets, 'invitation links')).update(seed).digest('base64url').slice(0, 24);

/** @returns the seed if the signature is valid */
export function seedIn(secrets: Secrets, key: string): string | undefined {
  const seed = key.slice(0, seedLength);
  const given = Buffer.from(key);
  const isOurs = acceptedKeys(secrets).some((key) => {
    const right = Buffer.from(getKey(key, seed));
    return given.length === right.length && timingSafeEqual(given, right);
  });
  return isOurs ? seed : undefined;
}

export const joinPath = '/join';

/** @param site Origin of the organization. */
export const joinLink = (secrets: Secrets, site: string, seed: string): string =>
  `${site}${joinPath}/${getKey(secrets, seed)}`;

/**
 * Names that stand for people: the same for a person for as long as the server keeps its secrets, another in each
 * organization, and unlinkable without the secrets.
 */
import { createHmac } from 'node:crypto';
import { type Secrets, subkey } from '../../lib/secrets.ts';

/** 32 words. */
const words = [
  'Alder',
  'Aspen',
  'Birch',
  'Cedar',
  'Clover',
  'Cypress',
  'Elder',
  'Fern',
  'Flax',
  'Hazel',
  'Heather',
  'Hemp',
  'Holly',
  'Indigo',
  'Iris',
  'Ivy',
  'Juniper',
  'Larch',
  'Laurel',
  'Lilac',
  'Linden',
  'Madder',
  'Maple',
  'Myrtle',
  'Olive',
  'Poplar',
  'Rowan',
  'Sorrel',
  'Teasel',
  'Thyme',
  'Willow',
  'Yarrow',
] as const;

/** Letters that look like digits are left out, and vowels, so that no word is formed. */
const signs = '23456789BCDFGHJKMNPQRSTVWXYZ';
const length = 6;

/** A word and six signs: for 10,000 people one chance in 300 that any two have the same. */
export function derivePseudonym(secrets: Secrets, organizationUuid: string, userId: number): string {
  const digest = createHmac('sha256', subkey(secrets, 'public pseudonyms'))
    .update(`${organizationUuid} ${userId}`)
    .digest();
  const word = words[digest.readUInt8(0) % words.length] ?? '';
  // Eight bytes keep the bias of the remainder below one part in a billion.
  let number = digest.readBigUInt64BE(1);
  let code = '';
  for (let n = 0; n < length; n++) {
    code += signs.charAt(Number(number % BigInt(signs.length)));
    number /= BigInt(signs.length);
  }
  return `${word} ${code}`;
}

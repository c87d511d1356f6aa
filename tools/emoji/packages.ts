/** The source packages of emoji names and images: too large for dependencies, so they are downloaded when needed. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Versions, with the SHA-512 of each archive. */
const packages = {
  'emoji-datasource-google@16.0.0':
    'ZRexfzs7MVoLnmzZmNsO4TKhnAJp5D++Vm6PpUpH/jEQQlemp3l88CjZ+DoZ2faM9R4QxZkOPJCoT8DlPhfQ3A==',
  'emoji-datasource-google@3.0.0':
    'Ms+IO6V40EKcfBjxs76iLYQexo6Tgl8MbTxM7Z4Qm5n/Hwkr/DNNYui40aU3YaVd8oRNLaMXN1/rS++/VHViPQ==',
  'emoji-datasource-twitter@16.0.0':
    '7F+uCuHH+7Qnrc15P5tnbvKkg9E6tlzi4MnT2uW1RlN4pLYTza6cP/dstIfSDMtpjFLWuZewWg8jBbuL2eyELQ==',
  'cldr-annotations-full@48.2.0':
    'DV7A+rEcgUSNTRsVGNGqBZRmAkGfwhGHO5Q1dRwzBoBnVrHWp804JP7/QJdEc66iHmx3+zLWVIMCFLm0lW7PUQ==',
  'cldr-annotations-derived-full@48.2.0':
    'log62km+AOzI7n/NEuNNFV0mg9DWnt67EYCh1RwxZq9dyRuyteB586LT83Ke8TchEfnwI9cIk2P31zO4nTvZmw==',
} as const;

export type PackageName = keyof typeof packages;

const cache = path.join(import.meta.dirname, '../../node_modules/.cache/heddle-emoji');

/**
 * The folder of an unpacked package, fetched from the registry that npm is set to unless it is there already.
 * @throws Error when the archive is not the expected one
 */
export function openPackage(name: PackageName): string {
  const folder = path.join(cache, name);
  if (existsSync(folder)) return path.join(folder, 'package');
  mkdirSync(cache, { recursive: true });
  const next = mkdtempSync(path.join(cache, '.next-'));
  try {
    const packed = execFileSync('npm', ['pack', name, '--silent', '--pack-destination', next], {
      encoding: 'utf8',
    });
    const archive = path.join(next, packed.trim());
    const digest = createHash('sha512').update(readFileSync(archive)).digest('base64');
    if (digest !== packages[name])
      throw new Error(`${name} has the SHA-512 ${digest}, which is not expected.`);
    execFileSync('tar', ['xzf', archive, '-C', next]);
    rmSync(archive);
    renameSync(next, folder);
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
  return path.join(folder, 'package');
}

/** An emoji as `emoji.json` of the packages of pictures describes it, as far as it is used here. */
export interface DescribedEmoji {
  /** Code points joined by `-`, in capitals, with variation selectors. */
  unified: string;
  /** The file name of its picture. */
  image: string;
  has_img_google: boolean;
  has_img_twitter: boolean;
  /** The same with skin tones, of one person or of two. */
  skin_variations?: Record<string, DescribedEmoji>;
}

export const readEmoji = (name: PackageName): DescribedEmoji[] =>
  JSON.parse(readFileSync(path.join(openPackage(name), 'emoji.json'), 'utf8')) as DescribedEmoji[];

/** As messages name an emoji: lower case, without variation selectors. */
export const getCode = ({ unified }: DescribedEmoji): string =>
  unified
    .toLowerCase()
    .split('-')
    .filter((point) => point !== 'fe0f')
    .join('-');

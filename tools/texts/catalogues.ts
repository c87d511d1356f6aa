/** Where the texts of the interface are: a folder for each part of the program, with a file for each language. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { errorCatalogue } from '../../wire/errors/catalogue.ts';
import { plainErrors } from '../../wire/errors/plain.ts';

export type Texts = Readonly<Record<string, string>>;

export interface Part {
  name: string;
  /** Relative to the repository. */
  folder: string;
  /** The module with the parameters of the texts; relative to the repository. */
  parameters?: { file: string; of: readonly string[]; doc: string };
  /** English, where it is not written in the folder but made from sources. */
  getEnglish?: () => Texts;
  /** Whether a translation may leave out a value: English errors name IDs and parameters, which people do not know. */
  mayLeaveOut?: boolean;
}

export const root = path.join(import.meta.dirname, '../..');

export const parts: readonly Part[] = [
  {
    name: 'web client',
    folder: 'web/src/text/main',
    parameters: {
      file: 'web/src/text/parameters.ts',
      of: ['web/src/text/main', 'web/src/text/settings'],
      doc: 'What the texts of the web client name.',
    },
  },
  { name: 'settings of the web client', folder: 'web/src/text/settings' },
  {
    name: 'pages and emails',
    folder: 'server/src/lib/i18n/text',
    parameters: {
      file: 'server/src/lib/i18n/parameters.ts',
      of: ['server/src/lib/i18n/text'],
      doc: 'What the texts of pages and emails name.',
    },
  },
  { name: 'errors', folder: 'wire/errors/text', getEnglish: englishErrors, mayLeaveOut: true },
];

/** The errors that people meet, as ICU messages: there an apostrophe before a brace would quote it. */
function englishErrors(): Texts {
  const own: Readonly<Record<string, string>> = plainErrors;
  const texts = Object.entries(errorCatalogue).flatMap(([key, { audience, text }]) =>
    audience === 'people' ? [[key, own[key] ?? text.replaceAll(/'(?=[{}])|(?<=[{}])'/g, "''")] as const] : [],
  );
  return Object.fromEntries(texts);
}

export const getFile = ({ folder }: Part, language: string): string => `${folder}/${language}.json`;

/** @returns nothing for a language that has no file yet. @throws Error for a file that is not an object of strings. */
export function readTexts(part: Part, language: string): Texts {
  if (language === 'en' && part.getEnglish !== undefined) return part.getEnglish();
  return readJson(getFile(part, language));
}

function readJson(file: string): Texts {
  const place = path.join(root, file);
  if (!existsSync(place)) return {};
  const source = readFileSync(place, 'utf8');
  const texts = JSON.parse(source) as unknown;
  if (
    typeof texts !== 'object' ||
    texts === null ||
    Object.values(texts).some((text) => typeof text !== 'string')
  )
    throw new Error(`${file}: a JSON object with a text for each key is expected.`);
  const twice = keysIn(source).find((key, i, all) => all.indexOf(key) !== i);
  if (twice !== undefined) throw new Error(`${file}: ${twice} is there twice.`);
  return texts as Texts;
}

const keysIn = (source: string): string[] =>
  [...source.matchAll(/^\s*"([^"\\]+)":/gm)].map(([, key = '']) => key);

/** The style sheet of the pages, with the colors, logo and typeface of the web client. */
import { readFileSync } from 'node:fs';

/** Stable URLs of the fonts of the web client, such as `/static/type/inter-latin.woff2`. */
export const typePrefix = '/static/type/';

/** Unicode ranges of the font files, as in the build of the web client. */
const subsets = {
  'inter-latin':
    'U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'inter-latin-ext':
    'U+100-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  'inter-cyrillic': 'U+301,U+400-45F,U+490-491,U+4B0-4B1,U+2116',
  'inter-greek': 'U+370-377,U+37A-37F,U+384-38A,U+38C,U+38E-3A1,U+3A3-3FF',
} as const;

export type TypeSubset = keyof typeof subsets;

export const isTypeSubset = (name: string): name is TypeSubset => Object.hasOwn(subsets, name);

const read = (file: URL): string => readFileSync(file, 'utf8').trim();

const faces = Object.entries(subsets).map(
  ([name, letters]) =>
    `@font-face{font-family:'Inter Variable';font-weight:100 900;font-display:swap;src:url(${typePrefix}${name}.woff2) format('woff2');unicode-range:${letters}}`,
);

const withoutComments = (css: string): string => css.replaceAll(/\/\*[^]*?\*\//g, '').trim();

const tokens = new URL('../../../../web/src/ui/styles/tokens.css', import.meta.url);
const base = new URL('./base.css', import.meta.url);

export const readStyle = (...sheets: URL[]): string =>
  [...faces, ...[tokens, base, ...sheets].map((sheet) => withoutComments(read(sheet)))].join('\n');

export const style = readStyle(new URL('./page.css', import.meta.url));

/** The style of pages with messages, minified. */
export const publicStyle = readStyle(
  new URL('../public/public.css', import.meta.url),
  new URL('../public/messages.css', import.meta.url),
)
  .replaceAll(/\s*([{};,])\s*/g, '$1')
  .replaceAll(/:\s+/g, ':');

/** The logo of the web client as a data URL. */
export const markUrl = `data:image/svg+xml,${encodeURIComponent(read(new URL('../../../../web/public/icon.svg', import.meta.url)))}`;

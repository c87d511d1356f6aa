/** File names as given by users, as shown, and as used in URLs. */
import { randomBytes } from 'node:crypto';
import { truncate } from '../text.ts';

const longestShown = 255;
const longestInAddress = 100;

/** Characters that disguise a name in a header, a terminal or for readers. */
const misleading =
  /[\p{Cc}\p{Cs}\p{Cn}\p{Co}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** The displayed name: without folders and invisible characters. */
export function shownName(given: string): string {
  const name = (given.toWellFormed().split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(misleading, '')
    .trim();
  return name === '' ? 'uploaded-file' : shortened(name, longestShown);
}

/** The last part of a URL: letters, digits, dots and dashes of any script, none of which need escaping. */
function addressName(shown: string): string {
  const name = shown
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}_\s.-]/gu, '')
    .trim()
    .replace(/[-\s]+/g, '-');
  return /^\.*$/.test(name) ? 'uploaded-file' : shortened(name, longestInAddress);
}

/** Truncates before the extension, which shows the file type. All file systems support 240 bytes. */
function shortened(name: string, most: number): string {
  const [, ending = ''] = /(\.[^.]{1,10})$/.exec(name) ?? [];
  let stem = truncate(name.slice(0, name.length - ending.length), most - ending.length);
  while (Buffer.byteLength(stem + ending) > Math.min(most * 2, 240)) stem = stem.replace(/.$/su, '');
  return stem + ending;
}

/** 18 random bytes cannot be guessed. The two-digit prefix keeps folders small. */
export function newPath(orgId: number, shown: string): string {
  const folder = randomBytes(1).toString('hex');
  return `${orgId}/${folder}/${randomBytes(18).toString('base64url')}/${addressName(shown)}`;
}

/** The URL path of a file. */
export const urlOfPath = (path: string): string => `/user_uploads/${path}`;

/** The path in a link, percent-encoded or not. */
export function pathInLink(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
}

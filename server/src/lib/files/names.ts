/** Names of files as people give them, as they are shown, and as they stand in addresses. */
import { randomBytes } from 'node:crypto';
import { truncate } from '../text.ts';

const longestShown = 255;
const longestInAddress = 100;

/** What makes a header, a terminal or a reader take a name for another one. */
const misleading =
  /[\p{Cc}\p{Cs}\p{Cn}\p{Co}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** The name that people see: without folders and without characters that cannot be seen. */
export function shownName(given: string): string {
  const name = (given.toWellFormed().split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(misleading, '')
    .trim();
  return name === '' ? 'uploaded-file' : shortened(name, longestShown);
}

/** The last part of an address: letters, digits, dots and dashes of any script, so that nothing in it means anything. */
function addressName(shown: string): string {
  const name = shown
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}_\s.-]/gu, '')
    .trim()
    .replace(/[-\s]+/g, '-');
  return /^\.*$/.test(name) ? 'uploaded-file' : shortened(name, longestInAddress);
}

/** Cuts before the extension, which shows the type of the file. 240 bytes are the most that file systems take for sure. */
function shortened(name: string, most: number): string {
  const [, ending = ''] = /(\.[^.]{1,10})$/.exec(name) ?? [];
  let stem = truncate(name.slice(0, name.length - ending.length), most - ending.length);
  while (Buffer.byteLength(stem + ending) > Math.min(most * 2, 240)) stem = stem.replace(/.$/su, '');
  return stem + ending;
}

/** Nobody guesses 18 random bytes. The two digits keep folders small. */
export function newPath(orgId: number, shown: string): string {
  const folder = randomBytes(1).toString('hex');
  return `${orgId}/${folder}/${randomBytes(18).toString('base64url')}/${addressName(shown)}`;
}

/** An address of ours for the path. */
export const urlOfPath = (path: string): string => `/user_uploads/${path}`;

/** A path as it may stand in a link, percent-encoded or not. */
export function pathInLink(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
}

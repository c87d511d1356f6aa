/** Names of the pages and files in the folder. */
import { createHash } from 'node:crypto';
import { getInertEnding } from '../../lib/files/types.ts';
import { searchPath } from '../../pages/public/frame.ts';

/** Maps `/public/channel/12-general?page=2` to `channel/12-general-page-2.html`; `undefined` for anything but a page. */
export function pageFile(path: string): string | undefined {
  if (path === '/') return 'index.html';
  if (path === searchPath) return 'search.html';
  const url = new URL(path, 'http://here');
  const [, kind, segment] = /^\/public\/(channel|topic)\/([^/]+)$/.exec(decodeURI(url.pathname)) ?? [];
  // Only public addresses, which consist of nothing else.
  if (kind === undefined || !/^\d+(?:-[\p{L}\p{M}\p{N}-]+)?$/u.test(segment ?? '')) return undefined;
  const page = url.searchParams.get('page');
  return `${kind}/${segment}${page === null ? '' : `-page-${Number(page)}`}.html`;
}

/** The endings of pictures that the server makes itself: their addresses may have none. */
const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
};

/**
 * The end of the original file name, with a unique prefix. In a folder on a web server only the ending decides what becomes
 * of a file, and anyone may have uploaded it, so it keeps an ending that makes nothing run it, or gets one. There is one dot,
 * since some web servers look at every part of a name.
 * @param contentType that the server sends the file with
 */
export function resourceFile(path: string, contentType: string): string {
  const { pathname } = new URL(path, 'http://here');
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 16);
  const last = pathname.split('/').at(-1) ?? '';
  const kept = getInertEnding(last);
  const stem = kept === undefined ? last : last.slice(0, -kept.length - 1);
  const name = stem.replaceAll(/[^A-Za-z0-9_-]+/g, '_').slice(-80);
  return `files/${hash}-${name}.${kept ?? endings[contentType] ?? 'bin'}`;
}

/** A relative link from one file of the folder to another. */
export function relativeLink(from: string, to: string): string {
  const up = '../'.repeat(from.split('/').length - 1);
  return up + to.split('/').map(encodeURIComponent).join('/');
}

/** Which URLs become links, and where a URL in running text ends. */

const allowedSchemes = new Set(
  'http https mailto tel sms xmpp matrix irc ircs sip geo magnet webcal ftp ssh bitcoin news'.split(' '),
);
const scheme = /^([a-z][a-z0-9+.-]*):/i;
const hostAndPort = /^(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+):\d{1,5}(?:[/?#]|$)/i;
const unsafe = /[\s"<>\\^`{|}]/g;
const control = /\p{Cc}/u;
const startsWithHost = /^[\p{L}\p{N}[_]/u;

const percentEncode = (text: string): string => encodeURIComponent(text).replace(/[!'()*]/g, '%$&');

/** The URL for `href`, made absolute if the scheme is missing; `''` if it may not be a link. */
export function safeUrl(typed: string): string {
  const url = typed.trim().toWellFormed();
  if (url === '' || control.test(url)) return '';
  const tidy = url.replace(unsafe, percentEncode);
  const named = scheme.exec(tidy)?.[1];
  if (named !== undefined) {
    if (allowedSchemes.has(named.toLowerCase())) return tidy;
    return hostAndPort.test(tidy) ? `http://${tidy}` : '';
  }
  if (tidy.startsWith('//')) return `http:${tidy}`;
  if (tidy.startsWith('/') || (tidy.startsWith('#') && tidy.length > 1)) return tidy;
  if (tidy.startsWith('user_uploads/')) return `/${tidy}`;
  if (!startsWithHost.test(tidy)) return '';
  return /^[^/?#]*@/.test(tidy) ? `mailto:${tidy}` : `http://${tidy}`;
}

/** A conversation of the organization. */
const narrow = /^\/?#narrow\//;

const httpScheme = /^https?:\/\//i;

/** What follows the URL of the organization, beginning with `/`; undefined for other URLs. */
export function pathWithin(url: string, organizationUrl: string | undefined): string | undefined {
  if (!organizationUrl || !httpScheme.test(url)) return undefined;
  const host = organizationUrl.replace(httpScheme, '').replace(/\/$/, '');
  const start = url.indexOf('//') + 2;
  const end = start + host.length;
  if (url.slice(start, end).toLowerCase() !== host.toLowerCase()) return undefined;
  const rest = url.slice(end);
  if (rest.startsWith('#')) return `/${rest}`;
  return rest.startsWith('/') ? rest : undefined;
}

/** Makes URLs of the organization relative, so that they open in the reader's client. */
export function localUrl(url: string, organizationUrl: string | undefined): string {
  const path = pathWithin(url, organizationUrl) ?? '';
  if (path.startsWith('/#narrow/')) return path.slice(1);
  return path.startsWith('/#') || path.startsWith('/user_uploads/') ? path : url;
}

/** The `rel` of a link, with a space before it: what is on the same page needs none. */
export const relFor = (href: string): string => (narrow.test(href) ? '' : ' rel="noopener noreferrer"');

const uploadPrefix = '/user_uploads/';

/** What follows `/user_uploads/`, without query and fragment. */
export function uploadPath(url: string): string | undefined {
  if (!url.startsWith(uploadPrefix)) return undefined;
  const path = url.slice(uploadPrefix.length).split(/[?#]/, 1)[0];
  return path === '' ? undefined : path;
}

export const imageEndings = 'avif bmp gif heic heif jpe jpeg jpg png tif tiff webp';

const imagePath = new RegExp(String.raw`^[^?#]*\.(?:${imageEndings.replaceAll(' ', '|')})(?:[?#]|$)`, 'i');

export function isImageUrl(url: string): boolean {
  return (url.startsWith('http') || url.startsWith('/')) && imagePath.test(url);
}

const closers: Record<string, string> = { ')': '(', ']': '[', '}': '{' };
const trailing = /[!:;?,.'"*~]/;

/** Punctuation of Chinese and Japanese ends a URL even if no space follows. */
const endsAddress =
  /[\s"<>`\p{Cc}\u2018-\u201f\u3000-\u303f\uff01-\uff0f\uff1a-\uff1f\uff3b-\uff3d\uff5b-\uff65]/u;

/**
 * The end of the address that starts at `start`: the next space, quote or unmatched bracket, less trailing
 * punctuation.
 */
export function urlEnd(src: string, start: number, max: number): number {
  const open: Record<string, number> = { '(': 0, '[': 0, '{': 0 };
  let end = start;
  for (; end < max; end++) {
    const c = src.charAt(end);
    if (endsAddress.test(c)) break;
    if (c in open) open[c] = (open[c] ?? 0) + 1;
    const opener = closers[c];
    if (opener !== undefined) {
      if (open[opener] === 0) break;
      open[opener] = (open[opener] ?? 0) - 1;
    }
  }
  while (end > start && (trailing.test(src.charAt(end - 1)) || src.charAt(end - 1) in open)) end--;
  return end;
}

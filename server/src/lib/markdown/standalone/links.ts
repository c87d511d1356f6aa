/** URLs in messages for use outside the client. Values remain escaped. */

/** Target of links between messages: the server finds the page, or asks to sign in. */
const narrowPrefix = '/public/narrow/';

const narrow = /^\/?#narrow\//;
/** Excludes the various spellings of a protocol-relative URL. */
const own = /^\/(?![/\\])/;

/** `undefined` for a URL that must not be linked. */
export function linkHref(href: string, origin = ''): string | undefined {
  if (narrow.test(href)) return `${origin}${href.replace(narrow, narrowPrefix)}`;
  if (own.test(href)) return `${origin}${href}`;
  return /^(?:https?:\/\/|mailto:|tel:|xmpp:)/i.test(href) ? href : undefined;
}

/** `undefined` for a URL on another server. */
export const ownAddress = (src: string, origin = ''): string | undefined =>
  own.test(src) ? `${origin}${src}` : undefined;

/** The last part of a path: the file name. */
export function fileName(href: string): string {
  const last =
    href
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Addresses in messages, as they are reached from outside the client. They stay escaped as they were. */

/** Where links between messages lead: the server finds the page, or asks to sign in. */
const narrowPrefix = '/public/narrow/';

const narrow = /^\/?#narrow\//;
/** Not another host in the many spellings of one. */
const own = /^\/(?![/\\])/;

/** `undefined` for what is no address that a page leads to. */
export function linkHref(href: string, origin = ''): string | undefined {
  if (narrow.test(href)) return `${origin}${href.replace(narrow, narrowPrefix)}`;
  if (own.test(href)) return `${origin}${href}`;
  return /^(?:https?:\/\/|mailto:|tel:|xmpp:)/i.test(href) ? href : undefined;
}

/** `undefined` for what is not on this server. */
export const ownAddress = (src: string, origin = ''): string | undefined =>
  own.test(src) ? `${origin}${src}` : undefined;

/** The last part of a path, as people know the file. */
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

/** The characters that a class such as `emoji-1f44d` stands for. */
export function emojiCharacters(classes: string): string | undefined {
  const [, code] = /(?:^| )emoji-([0-9a-f]{1,6}(?:-[0-9a-f]{1,6})*)(?: |$)/.exec(classes) ?? [];
  if (code === undefined) return undefined;
  const points = code.split('-').map((each) => Number.parseInt(each, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined;
}

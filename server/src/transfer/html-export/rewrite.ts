/** Rewrites the addresses in a page for use in a folder. */

/** Text and attribute values have their angle brackets escaped, so whatever looks like a tag is one. */
const tag = /<[a-z][^<>]*>/gi;
const address = /(\s(?:href|src|poster|action))="([^"]*)"/g;

export async function rewriteAddresses(
  html: string,
  change: (address: string) => Promise<string>,
): Promise<string> {
  const found = new Set<string>();
  for (const [text] of html.matchAll(tag))
    for (const [, , value = ''] of text.matchAll(address)) found.add(value);
  const changed = new Map<string, string>();
  for (const value of found) changed.set(value, escape(await change(unescape(value))));
  return html.replace(tag, (text) =>
    text.replace(address, (whole, name: string, value: string) => {
      const to = changed.get(value);
      return to === undefined ? whole : `${name}="${to}"`;
    }),
  );
}

const references: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const unescape = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => references[name] ?? '');

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Parts of Markdown that any text can be put into. */

function longestTicks(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/** A fence that is longer than any in the code. */
export function fenced(code: string, language = ''): string {
  const fence = '`'.repeat(Math.max(2, longestTicks(code)) + 1);
  return `${fence}${language}\n${code.replace(/\n$/, '')}\n${fence}`;
}

export function inlineCode(code: string): string {
  if (!code.includes('`')) return `\`${code}\``;
  const ticks = '`'.repeat(longestTicks(code) + 1);
  return `${ticks} ${code} ${ticks}`;
}

const longestUrl = 2000;

/** A link that its label, in Markdown, and its address cannot break. */
export function linkTo(label: string, href: string): string {
  const url = href.trim();
  const line = label.replaceAll(/\s+/g, ' ').trim();
  const bare = /^(?:mailto|tel):([^?]*)$/i.exec(url)?.[1];
  if (line === url || line === bare) return line;
  if (!/^(?:https?|mailto|tel):/i.test(url) || url.length > longestUrl) return label;
  const safe = url.replaceAll(/[\s()<>[\]\\*`|"]/g, (sign) => encodeURIComponent(sign).replace(/[()*]/, hex));
  // Links do not nest: a label with an image or a link of its own stays as it is.
  return line.includes('](') ? `${line} (${safe})` : `[${line.replaceAll(/[[\]]/g, reference)}](${safe})`;
}

const hex = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
const reference = (sign: string): string => `&#${String(sign.charCodeAt(0))};`;

/** What stands around the text of an element. */
export const marks: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  s: '~~',
  strike: '~~',
  del: '~~',
};

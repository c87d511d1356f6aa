/** Email addresses of channels: `post+design.<token>.show-sender@chat.example.com`. */

/** Options, encoded as words after the token. */
export interface ChannelMailOptions {
  showsSender: boolean;
  keepsFooter: boolean;
  keepsQuotes: boolean;
  prefersHtml: boolean;
}

export interface ChannelAddress {
  token: string;
  options: ChannelMailOptions;
}

const longestSlug = 30;

/** The name only makes the address readable. */
function makeSlug(channel: string): string {
  const plain = channel.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longestSlug)
    .replaceAll(/^-+|-+$/g, '');
}

/** @param pattern An address with `%s` for the variable part. */
export function channelAddress(pattern: string, channel: string, token: string): string {
  const slug = makeSlug(channel);
  return pattern.replace('%s', `${slug === '' ? '' : `${slug}.`}${token}.show-sender`);
}

/** Recognizes the form, for code without the pattern. */
export const looksLikeChannelAddress = (address: string): boolean =>
  /(?:^|[.+])[0-9a-f]{32}(?:[.+][^@]*)?@/i.test(address.trim());

/** Undefined for any other address. Some mail servers convert addresses to lower case. */
export function parseChannelAddress(pattern: string, address: string): ChannelAddress | undefined {
  const [before = '', after = ''] = pattern.toLowerCase().split('%s');
  const given = address.trim().toLowerCase();
  if (!given.startsWith(before) || !given.endsWith(after)) return undefined;
  const words = given.slice(before.length, given.length - after.length).split(/[.+]/);
  const at = words.findIndex((word) => /^[0-9a-f]{32}$/.test(word));
  const token = words[at];
  if (token === undefined || at > 1) return undefined;
  const has = (word: string) => words.includes(word, at + 1);
  return {
    token,
    options: {
      showsSender: has('show-sender'),
      keepsFooter: has('include-footer'),
      keepsQuotes: has('include-quotes'),
      prefersHtml: has('prefer-html'),
    },
  };
}

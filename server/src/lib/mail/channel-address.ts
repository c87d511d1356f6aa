/** The address by which emails are posted to a channel: `post+design.<token>.show-sender@chat.example.com`. */

/** What an address asks for, by the words behind its token. */
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
function slugOf(channel: string): string {
  const plain = channel.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longestSlug)
    .replaceAll(/^-+|-+$/g, '');
}

/** @param pattern An address with `%s` where the rest goes. */
export function channelAddress(pattern: string, channel: string, token: string): string {
  const slug = slugOf(channel);
  return pattern.replace('%s', `${slug === '' ? '' : `${slug}.`}${token}.show-sender`);
}

/** By its look alone, for those who do not know the pattern. */
export const looksLikeChannelAddress = (address: string): boolean =>
  /(?:^|[.+])[0-9a-f]{32}(?:[.+][^@]*)?@/i.test(address.trim());

/** Undefined for every address that is none of a channel. Some mail servers make letters small, others keep them. */
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

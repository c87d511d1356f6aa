/** The readers by product; each is loaded when needed. */
import type { Input } from '../input/input.ts';
import type { Product } from '../options.ts';
import type { Source } from './source.ts';
import type { Scratch } from '../scratch.ts';
import type { Tally } from './tally.ts';

type OpenSource = (input: Input, scratch: Scratch, tally: Tally) => Promise<Source>;

const readers: Record<Product, () => Promise<OpenSource>> = {
  discord: async () => (await import('../discord/index.ts')).openDiscord,
  matrix: async () => (await import('../matrix/index.ts')).openMatrix,
  rocketchat: async () => (await import('../rocketchat/index.ts')).openRocketChat,
  teams: async () => (await import('../teams/index.ts')).openTeams,
  csv: async () => (await import('../plain/index.ts')).openPlain,
  mattermost: async () => (await import('../mattermost/index.ts')).openMattermost,
  slack: async () => (await import('../slack/index.ts')).openSlack,
  zulip: async () => (await import('../zulip/index.ts')).openZulip,
};

/** @throws StartRefused for anything but an export of the product. */
export async function openSource(
  product: Product,
  input: Input,
  scratch: Scratch,
  tally: Tally,
): Promise<Source> {
  return (await readers[product]())(input, scratch, tally);
}

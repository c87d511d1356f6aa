/** Which reader is for which product; each is loaded when it is needed. */
import { StartRefused } from '../../lib/start-refused.ts';
import type { Input } from './input/input.ts';
import type { Product } from './options.ts';
import type { Source } from './records.ts';

type Open = (input: Input) => Promise<Source>;

const readers: Partial<Record<Product, () => Promise<Open>>> = {
  csv: async () => (await import('./plain/index.ts')).openPlain,
  mattermost: async () => (await import('./mattermost/index.ts')).openMattermost,
  slack: async () => (await import('./slack/index.ts')).openSlack,
  zulip: async () => (await import('./zulip/index.ts')).openZulip,
};

/** @throws StartRefused for what is no export of the product. */
export async function openSource(product: Product, input: Input): Promise<Source> {
  const load = readers[product];
  if (!load) throw new StartRefused(`Exports of ${product} cannot be imported yet.`);
  return (await load())(input);
}

/** The requests that two revisions are compared by. */
import {
  ask,
  busiestChannel,
  compressedRegister,
  flagRead,
  page,
  presencePing,
  recentWords,
  register,
  searchFor,
} from '../support/asks.ts';
import type { FoundMessages } from '../support/asks.ts';
import type { Ask } from '../support/load.ts';
import { heldPolls } from './held.ts';
import { poll, productionMix, sendMessage, typing } from '../support/mix.ts';
import { measureCpu, requests, type Case, type Side } from './side.ts';

const marked = 5000;

async function search(side: Side, pick: (words: string[]) => string | undefined): Promise<Ask[]> {
  return [page(50, [searchFor(pick(await recentWords(side)) ?? 'loom')])];
}

/** The other way round is undone after each, and not counted. */
export function marking(what: string, op: 'add' | 'remove', count = marked): Case {
  return {
    what: `mark ${count} messages as ${what}`,
    async prepare(side) {
      const { messages } = await ask<FoundMessages>(side, page(count, []).path);
      const ids = messages.map(({ id }) => id);
      const flag = async (way: 'add' | 'remove') => {
        const { path, body } = flagRead(way, ids);
        await ask(side, path, body);
      };
      return async (rounds) => {
        let cpu = 0;
        for (let round = 0; round < rounds; round++) {
          await flag(op === 'add' ? 'remove' : 'add');
          cpu += await measureCpu(side, () => flag(op));
        }
        return cpu / rounds;
      };
    },
  };
}

const aroundFirstUnread: Ask = {
  method: 'GET',
  path: '/messages?anchor=first_unread&num_before=50&num_after=50',
};

export const cases = {
  'page-channel': requests('100 messages of a channel', async (side) => [
    page(100, [{ operator: 'channel', operand: await busiestChannel(side) }]),
  ]),
  'page-all': requests('100 messages of all channels', () => [page(100, [])]),
  'page-unread': requests('100 messages around the first unread one', () => [aroundFirstUnread]),
  'search-common': requests('search, most common word', (side) => search(side, (words) => words[0])),
  'search-rare': requests('search, rare word', (side) => search(side, (words) => words.at(-1))),
  register: requests('register', () => [register]),
  'register-compressed': requests('register, compressed', () => [compressedRegister]),
  topics: requests('topics of a channel', async (side) => [
    { method: 'GET', path: `/users/me/${await busiestChannel(side)}/topics` },
  ]),
  subscriptions: requests('subscriptions', () => [{ method: 'GET', path: '/users/me/subscriptions' }]),
  'mark-read': marking('read', 'add'),
  'mark-unread': marking('unread', 'remove'),
  presence: requests('presence update', () => [presencePing], 16),
  typing: requests('typing', typing, 16),
  poll: requests('poll that does not wait', poll, 16),
  send: requests('send', sendMessage, 16),
  mix: requests('200 requests as in production', productionMix, 16),
  'held-polls': heldPolls,
} satisfies Record<string, Case>;

export type CaseName = keyof typeof cases;

/** The requests that two revisions are compared by. */
import {
  ask,
  busiestChannel,
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
import { measureCpu, requests, type Case, type Side } from './side.ts';

const marked = 5000;

async function poll(side: Side): Promise<Ask[]> {
  const { queue_id } = await ask<{ queue_id: string }>(side, '/register', 'event_types=["message"]');
  const at = 'last_event_id=-1&dont_block=true';
  return [{ method: 'GET', path: `/events?queue_id=${queue_id}&${at}` }];
}

async function send(side: Side): Promise<Ask[]> {
  const content =
    'Message number # with some **bold** words, a `name` and a link https://example.com/page to read';
  const to = String(await busiestChannel(side));
  return [
    {
      method: 'POST',
      path: '/messages',
      body: new URLSearchParams({ type: 'channel', to, topic: 'loom', content }).toString(),
    },
  ];
}

async function search(side: Side, pick: (words: string[]) => string | undefined): Promise<Ask[]> {
  return [page(50, [searchFor(pick(await recentWords(side)) ?? 'loom')])];
}

/** The other way round is undone after each, and not counted. */
function marking(what: string, op: 'add' | 'remove'): Case {
  return {
    what: `mark ${marked} messages as ${what}`,
    async prepare(side) {
      const { messages } = await ask<FoundMessages>(side, page(marked, []).path);
      const ids = messages.map(({ id }) => id);
      const flag = async (way: 'add' | 'remove') => {
        const { path, body } = flagRead(way, ids);
        await ask(side, path, body);
      };
      return async (count) => {
        let cpu = 0;
        for (let i = 0; i < count; i++) {
          await flag(op === 'add' ? 'remove' : 'add');
          cpu += await measureCpu(side, () => flag(op));
        }
        return cpu / count;
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
  subscriptions: requests('subscriptions', () => [{ method: 'GET', path: '/users/me/subscriptions' }]),
  'mark-read': marking('read', 'add'),
  'mark-unread': marking('unread', 'remove'),
  presence: requests('presence update', () => [presencePing], 16),
  poll: requests('poll that does not wait', poll, 16),
  send: requests('send', send, 16),
  'held-polls': heldPolls,
} satisfies Record<string, Case>;

export type CaseName = keyof typeof cases;

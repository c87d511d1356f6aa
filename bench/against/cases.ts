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
import { measureCpu, requests, type Case, type Side } from './side.ts';

const marked = 5000;

/** Polls for events that nothing here causes: others would come again with each poll, since none is acknowledged. */
async function poll(side: Side): Promise<Ask[]> {
  const { queue_id } = await ask<{ queue_id: string }>(side, '/register', 'event_types=["realm_emoji"]');
  const at = 'last_event_id=-1&dont_block=true';
  return [{ method: 'GET', path: `/events?queue_id=${queue_id}&${at}` }];
}

/** Two hundred requests as in production, without registrations, each of which costs as much as hundreds of these. */
async function mix(side: Side): Promise<Ask[]> {
  const channel = await busiestChannel(side);
  const narrow = [{ operator: 'channel', operand: channel }];
  const { messages } = await ask<FoundMessages>(side, page(20, narrow).path);
  const ids = messages.map(({ id }) => id);
  const { user_id } = await ask<{ user_id: number }>(side, '/users/me');
  const shares: (readonly [number, readonly Ask[]])[] = [
    [88, await poll(side)],
    [72, [presencePing]],
    [10, [{ method: 'POST', path: '/typing', body: `type=direct&op=start&to=[${user_id}]` }]],
    [6, [page(100, narrow)]],
    [4, [flagRead('add', ids), flagRead('remove', ids)]],
    [1, await send(side)],
    [10, [{ method: 'GET', path: '/users/me' }]],
    [5, [{ method: 'GET', path: `/users/me/${channel}/topics` }]],
    [4, [{ method: 'GET', path: '/server_settings' }]],
  ];
  const all = shares.flatMap(([count, asks]) =>
    Array.from({ length: count }, (_, i) => ({ ask: asks[i % asks.length], at: (i + 0.5) / count })),
  );
  return all.sort((a, b) => a.at - b.at).flatMap((one) => one.ask ?? []);
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
  poll: requests('poll that does not wait', poll, 16),
  send: requests('send', send, 16),
  mix: requests('200 requests as in production', mix, 16),
  'held-polls': heldPolls,
} satisfies Record<string, Case>;

export type CaseName = keyof typeof cases;

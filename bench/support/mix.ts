/** What people ask of a server in production, as shares of all requests. */
import { ask, busiestChannel, flagRead, page, presencePing, type Asked, type FoundMessages } from './asks.ts';
import type { Ask } from './load.ts';

/** Polls for events that nothing here causes: others would come again with each poll, since none is acknowledged. */
export async function poll(asked: Asked): Promise<Ask[]> {
  const { queue_id } = await ask<{ queue_id: string }>(asked, '/register', 'event_types=["realm_emoji"]');
  const at = 'last_event_id=-1&dont_block=true';
  return [{ method: 'GET', path: `/events?queue_id=${queue_id}&${at}` }];
}

/** To the person who asks, since clients of others would poll for it. */
export async function typing(asked: Asked): Promise<Ask[]> {
  const { user_id } = await ask<{ user_id: number }>(asked, '/users/me');
  return [{ method: 'POST', path: '/typing', body: `type=direct&op=start&to=[${user_id}]` }];
}

/** Two hundred requests as in production, without registrations, each of which costs as much as hundreds of these. */
export async function productionMix(asked: Asked): Promise<Ask[]> {
  const channel = await busiestChannel(asked);
  const narrow = [{ operator: 'channel', operand: channel }];
  const { messages } = await ask<FoundMessages>(asked, page(20, narrow).path);
  const ids = messages.map(({ id }) => id);
  const shares: (readonly [number, readonly Ask[]])[] = [
    [88, await poll(asked)],
    [72, [presencePing]],
    [10, await typing(asked)],
    [6, [page(100, narrow)]],
    [4, [flagRead('add', ids), flagRead('remove', ids)]],
    [1, await sendMessage(asked)],
    [10, [{ method: 'GET', path: '/users/me' }]],
    [5, [{ method: 'GET', path: `/users/me/${channel}/topics` }]],
    [4, [{ method: 'GET', path: '/server_settings' }]],
  ];
  const all = shares.flatMap(([count, asks]) =>
    Array.from({ length: count }, (_, i) => ({ ask: asks[i % asks.length], at: (i + 0.5) / count })),
  );
  return all.sort((a, b) => a.at - b.at).flatMap((one) => one.ask ?? []);
}

export async function sendMessage(asked: Asked): Promise<Ask[]> {
  const content =
    'Message number # with some **bold** words, a `name` and a link https://example.com/page to read';
  const to = String(await busiestChannel(asked));
  return [
    {
      method: 'POST',
      path: '/messages',
      body: new URLSearchParams({ type: 'channel', to, topic: 'loom', content }).toString(),
    },
  ];
}

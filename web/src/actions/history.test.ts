import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GetMessagesAnswer } from '../../../wire/messages.ts';
import { ApiError, type ApiFailure } from '../api.ts';
import type { Client } from '../client.ts';
import { answer, design, inChannel } from '../store/examples.ts';
import { createHistory } from '../store/history.ts';
import { createLive } from '../store/live.ts';
import { refresh } from './history.ts';

const lunch = { kind: 'topic', channelId: design, topic: 'lunch' } as const;
const page = (...ids: number[]): GetMessagesAnswer => ({
  messages: ids.map((id) => ({ ...inChannel(id, design, 'lunch').message, flags: [] })),
  found_anchor: true,
  found_oldest: true,
  found_newest: true,
  history_limited: false,
});
const busy: ApiFailure = { kind: 'unavailable', status: 429, retryAfterMs: 7000 };
const broken: ApiFailure = { kind: 'unavailable', status: 500 };
const refused: ApiFailure = {
  kind: 'refused',
  status: 400,
  code: 'BAD_REQUEST',
  message: 'Invalid narrow',
  data: {},
};

/** A conversation of which something may have been missed, and a server that answers one thing after another. */
function missing(...answers: (ApiFailure | GetMessagesAnswer)[]) {
  const live = createLive(answer());
  const history = createHistory(live);
  const stretch = history.open(lunch);
  history.take(stretch, page(10), 'around');
  history.expire();
  let asked = 0;
  const get = (): Promise<unknown> => {
    const next = answers[asked++] ?? page(10, 11);
    return 'kind' in next ? Promise.reject(new ApiError(next)) : Promise.resolve(next);
  };
  const client = { live, history, api: { get }, outbox: { seen: () => undefined } } as unknown as Client;
  const waits: number[] = [];
  const wait = (ms: number): Promise<void> => {
    waits.push(ms);
    return Promise.resolve();
  };
  return { client, stretch, waits, wait, asked: () => asked };
}

describe('what was missed', () => {
  it('is asked for again until it is here, and no sooner than the server asks', async () => {
    const { client, stretch, waits, wait, asked } = missing(busy, broken, { kind: 'unreachable' });
    await refresh(client, stretch, () => true, wait);
    assert.deepEqual(stretch.ids.peek(), [10, 11]);
    assert.equal(stretch.state.peek(), 'ready');
    assert.equal(asked(), 4);
    assert.equal(waits[0], 7000);
    const [, second = 0, third = 0] = waits;
    assert.ok(second >= 1000 && second <= 3000, String(second));
    assert.ok(third >= 2000 && third <= 6000, String(third));
  });

  it('is not asked for again where the server refuses', async () => {
    const { client, stretch, wait, asked } = missing(refused);
    await refresh(client, stretch, () => true, wait);
    assert.equal(asked(), 1);
    assert.deepEqual(stretch.ids.peek(), [10]);
  });

  it('is not asked for once nobody looks any more', async () => {
    const { client, stretch, wait, asked } = missing(broken, broken);
    await refresh(client, stretch, () => asked() < 2, wait);
    assert.equal(asked(), 2);
    assert.equal(stretch.state.peek(), 'stale');
  });
});

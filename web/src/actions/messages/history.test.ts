import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stubClient } from '../../../../tests/support/web/stub-client.ts';
import type { GetMessagesResponse } from '../../../../wire/messages.ts';
import { ApiError, type ApiFailure } from '../../connection/api.ts';
import { response, design, inChannel } from '../../store/examples.ts';
import { createHistory } from '../../store/history/history.ts';
import { createLive } from '../../store/live.ts';
import { loadAround, loadFirst, refresh } from './history.ts';

const lunch = { kind: 'topic', channelId: design, topic: 'lunch' } as const;
const page = (...ids: number[]): GetMessagesResponse => ({
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

/** A cached conversation that may lack messages. */
function missing(...responses: (ApiFailure | GetMessagesResponse)[]) {
  const asked = opened(...responses);
  asked.client.history.take(asked.range, page(10), 'around');
  asked.client.history.expire();
  return asked;
}

/** A conversation without cached messages, and a server that sends the responses one after another. */
function opened(...responses: (ApiFailure | GetMessagesResponse)[]) {
  const live = createLive(response());
  const history = createHistory(live);
  const range = history.open(lunch);
  let asked = 0;
  const anchors: unknown[] = [];
  const get = (_path: string, params: Record<string, unknown>): Promise<unknown> => {
    anchors.push(params.anchor);
    const next = responses[asked++] ?? page(10, 11);
    return 'kind' in next ? Promise.reject(new ApiError(next)) : Promise.resolve(next);
  };
  const client = stubClient({ live, history, api: { get }, outbox: { seen: () => undefined } });
  const waits: number[] = [];
  const wait = (ms: number): Promise<void> => {
    waits.push(ms);
    return Promise.resolve();
  };
  return { client, range, waits, wait, anchors, asked: () => asked };
}

describe('Missed messages', () => {
  it('Missed messages are requested until they arrive, with the delay that the server asks for', async () => {
    const { client, range, waits, wait, asked } = missing(busy, broken, { kind: 'unreachable' });
    await refresh(client, range, { isWanted: () => true, wait });
    assert.deepEqual(range.ids.peek(), [10, 11]);
    assert.equal(range.state.peek(), 'ready');
    assert.equal(asked(), 4);
    assert.equal(waits[0], 7000);
    const [, second = 0, third = 0] = waits;
    assert.ok(second >= 1000 && second <= 3000, String(second));
    assert.ok(third >= 2000 && third <= 6000, String(third));
  });

  it('Missed messages are not requested again after a refusal', async () => {
    const { client, range, wait, asked } = missing(refused);
    await refresh(client, range, { isWanted: () => true, wait });
    assert.equal(asked(), 1);
    assert.deepEqual(range.ids.peek(), [10]);
  });

  it('Missed messages are not requested when no view shows them', async () => {
    const { client, range, wait, asked } = missing(broken, broken);
    await refresh(client, range, { isWanted: () => asked() < 2, wait });
    assert.equal(asked(), 2);
    assert.equal(range.state.peek(), 'stale');
  });
});

describe('Messages of a view', () => {
  it('The messages of a view are requested until they arrive, reporting each failure', async () => {
    const { client, range, waits, wait, anchors } = opened(busy, { kind: 'unreachable' }, broken);
    const failures: ApiFailure[] = [];
    const onFailure = (failure: ApiFailure) => void failures.push(failure);
    const refusal = await loadFirst(client, range, 10, { isWanted: () => true, onFailure, wait });
    assert.equal(refusal, undefined);
    assert.deepEqual(range.ids.peek(), [10, 11]);
    assert.deepEqual(failures, [busy, { kind: 'unreachable' }, broken]);
    assert.deepEqual(anchors, [10, 10, 10, 10]);
    assert.equal(waits.length, 3);
    assert.equal(waits[0], 7000);
  });

  it('The messages of a view are not requested again after a refusal, which is reported', async () => {
    const { client, range, waits, wait, asked } = opened(broken, refused);
    const refusal = await loadFirst(client, range, 10, { isWanted: () => true, wait });
    assert.deepEqual(refusal, refused);
    assert.equal(asked(), 2);
    assert.equal(waits.length, 1);
  });

  it('Failures for a view that is no longer open are not reported', async () => {
    const { client, range, wait, asked } = opened(broken, broken);
    const failures: ApiFailure[] = [];
    const isWanted = () => asked() < 2;
    await loadFirst(client, range, 10, { isWanted, onFailure: (failure) => failures.push(failure), wait });
    assert.equal(asked(), 2);
    assert.deepEqual(failures, [broken]);
  });

  it('The pending request of a view is shared with a view opened again', async () => {
    const { client, range, asked } = opened();
    const both = [1, 2].map(async () => {
      await loadAround(client, range, 10);
      return range.ids.peek();
    });
    assert.deepEqual(await Promise.all(both), [
      [10, 11],
      [10, 11],
    ]);
    assert.equal(asked(), 1);
  });

  it('The messages of a view are requested after the pending request for another one', async () => {
    const { client, range, anchors } = opened(page(3), page(10, 11));
    await Promise.all([loadAround(client, range, 3), loadAround(client, range, 10)]);
    assert.deepEqual(anchors, [3, 10]);
    assert.deepEqual(range.ids.peek(), [10, 11]);
  });
});

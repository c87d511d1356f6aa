import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stubClient } from '../../../tests/support/web/stub-client.ts';
import { effect } from '@preact/signals';
import type { GetTopicsResponse } from '../../../wire/channels.ts';
import { ApiError } from '../connection/api.ts';
import { design, response } from '../store/examples.ts';
import { createLive } from '../store/live.ts';
import { loadAllTopics } from './all-topics.ts';

const channelCount = 20;

type Asked = { channels: number[] };

/** @param most channels of a response */
const respond =
  (asked: Asked[], most: number) =>
  async (_path: string, params: Asked): Promise<GetTopicsResponse> => {
    asked.push(params);
    await Promise.resolve();
    const topics = [{ name: 'lunch', max_id: 1 }];
    return { channels: params.channels.slice(0, most).map((stream_id) => ({ stream_id, topics })) };
  };

/** Subscribed to many channels, each with messages. */
function createManyChannels() {
  const live = createLive(response());
  live.change(['channels', 'subscriptions'], [], ({ channels, subscriptions }) => {
    const [channel, personal] = [channels.get(design)!, subscriptions.get(design)!];
    channels.clear();
    subscriptions.clear();
    for (let id = 1; id <= channelCount; id++) {
      channels.set(id, { ...channel, stream_id: id, first_message_id: id });
      subscriptions.set(id, personal);
    }
  });
  return live;
}

describe('The topics of all channels', () => {
  it('The topics of all channels are fetched with one request, and stored as one change', async () => {
    const live = createManyChannels();
    const asked: Asked[] = [];
    let changes = -1;
    const stop = effect(() => {
      live.get('topics');
      changes++;
    });
    await loadAllTopics(stubClient({ live, api: { get: respond(asked, channelCount) } }));
    stop();
    assert.equal([...live.peek().topics.values()].filter(({ isLoaded }) => isLoaded).length, channelCount);
    assert.equal(asked.length, 1);
    assert.equal(changes, 1);
  });

  it('What a response leaves out is asked for again, and nothing twice', async () => {
    const live = createManyChannels();
    const asked: Asked[] = [];
    await loadAllTopics(stubClient({ live, api: { get: respond(asked, 8) } }));
    assert.deepEqual(
      asked.map(({ channels }) => channels.length),
      [channelCount, channelCount - 8, channelCount - 16],
    );
    assert.equal([...live.peek().topics.values()].filter(({ isLoaded }) => isLoaded).length, channelCount);
  });

  it('A request that fails is the last one, and leaves the topics to be fetched', async () => {
    const live = createManyChannels();
    let count = 0;
    const get = () => {
      count++;
      return Promise.reject(new ApiError({ kind: 'unreachable' }));
    };
    await loadAllTopics(stubClient({ live, api: { get } }));
    assert.equal(count, 1);
    assert.ok([...live.peek().topics.values()].every(({ isStale, isLoaded }) => isStale && !isLoaded));
  });

  it('The topics of channels are fetched once nothing more urgent runs', async () => {
    const live = createManyChannels();
    const asked: Asked[] = [];
    const { promise: free, resolve: release } = Promise.withResolvers<unknown>();
    const client = stubClient({ live, api: { get: respond(asked, channelCount) } });
    const loading = loadAllTopics(client, () => free);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(asked, []);
    release(undefined);
    await loading;
    assert.equal(asked.length, 1);
  });
});

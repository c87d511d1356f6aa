import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stubClient } from '../../../tests/support/web/stub-client.ts';
import { effect } from '@preact/signals';
import type { GetStreamTopicsResponse } from '../../../wire/channels.ts';
import { design, response } from '../store/examples.ts';
import { createLive } from '../store/live.ts';
import { loadAllTopics } from './all-topics.ts';

const channelCount = 20;
const mostRequests = 6;

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
  it('The topics of all channels are fetched six at a time, and stored as one change', async () => {
    const live = createManyChannels();
    let [running, most] = [0, 0];
    const get = async (path: string): Promise<GetStreamTopicsResponse> => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      return { topics: [{ name: `topic of ${path}`, max_id: 1 }] };
    };
    let changes = -1;
    const stop = effect(() => {
      live.get('topics');
      changes++;
    });
    await loadAllTopics(stubClient({ live, api: { get } }));
    stop();
    assert.equal([...live.peek().topics.values()].filter(({ isLoaded }) => isLoaded).length, channelCount);
    assert.equal(most, mostRequests);
    assert.equal(changes, 1);
  });

  it('The topics of a channel are fetched once nothing more urgent runs', async () => {
    const live = createManyChannels();
    const asked: string[] = [];
    const get = async (path: string): Promise<GetStreamTopicsResponse> => {
      asked.push(path);
      await Promise.resolve();
      return { topics: [] };
    };
    const { promise: free, resolve: release } = Promise.withResolvers<unknown>();
    const loading = loadAllTopics(stubClient({ live, api: { get } }), () => free);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(asked, []);
    release(undefined);
    await loading;
    assert.equal(asked.length, channelCount);
  });
});

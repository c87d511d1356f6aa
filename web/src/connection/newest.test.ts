import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stubApi } from '../../../tests/support/web/stub-client.ts';
import type { Event } from '../../../wire/events.ts';
import { ApiError } from './api.ts';
import { ann, response, ben, cat, design, direct, inChannel } from '../store/examples.ts';
import { createLive, type Live } from '../store/live.ts';
import { settleNewest } from './newest.ts';

/** A server with these messages: their IDs, and the users of the direct ones. */
function serverWith(overall: number, conversations: Readonly<Record<number, number>> = {}) {
  const asked: string[] = [];
  let isReachable = true;
  const get = (path: string, params: { narrow?: { operand: number[] }[] } = {}): Promise<unknown> => {
    asked.push(path);
    if (!isReachable) return Promise.reject(new ApiError({ kind: 'unreachable' }));
    if (path === '/users/me') return Promise.resolve({ max_message_id: overall });
    const id = conversations[params.narrow?.[0]?.operand[0] ?? 0];
    return Promise.resolve({ messages: id === undefined ? [] : [{ id }] });
  };
  return {
    asked,
    api: stubApi({ get }),
    cut: () => (isReachable = false),
    mend: () => (isReachable = true),
  };
}

const applyEvents = (live: Live, ...events: object[]): void =>
  live.apply(events.map((event, id) => ({ ...event, id }) as Event));

const deleted = (message_type: 'stream' | 'private', ...message_ids: number[]) =>
  message_type === 'stream'
    ? { type: 'delete_message', message_type, stream_id: design, topic: 'lunch', message_ids }
    : { type: 'delete_message', message_type, message_ids };

describe('The newest message ID after a deletion', () => {
  it('The newest message ID after a deletion equals that of a new registration, even if never fetched', async () => {
    const live = createLive(response({ max_message_id: 90 }));
    const { api } = serverWith(84);
    applyEvents(live, deleted('stream', 90));
    await settleNewest({ api, live });
    assert.equal(live.peek().maxMessageId, 84);
  });

  it('The newest message ID ignores a message that was only looked up', async () => {
    const live = createLive(response({ max_message_id: 90 }));
    live.keep([{ ...inChannel(88, design, 'lunch').message, flags: ['read', 'historical'] }]);
    const { api } = serverWith(84);
    applyEvents(live, deleted('stream', 90));
    await settleNewest({ api, live });
    assert.equal(live.peek().maxMessageId, 84);
  });

  it('The newest message ID follows a message that arrives during the request', async () => {
    const live = createLive(response({ max_message_id: 90 }));
    applyEvents(live, deleted('stream', 90));
    const settled = settleNewest({ api: serverWith(84).api, live });
    applyEvents(live, inChannel(95, design, 'lunch'));
    await settled;
    assert.equal(live.peek().maxMessageId, 95);
  });

  it('The newest message ID is requested again after an offline period, and not when nothing is open', async () => {
    const live = createLive(response({ max_message_id: 90 }));
    const server = serverWith(84);
    await settleNewest({ api: server.api, live });
    assert.deepEqual(server.asked, []);
    server.cut();
    applyEvents(live, deleted('stream', 90));
    await settleNewest({ api: server.api, live });
    server.mend();
    await settleNewest({ api: server.api, live });
    assert.equal(live.peek().maxMessageId, 84);
    assert.deepEqual(server.asked, ['/users/me', '/users/me']);
  });

  it('The newest message ID of a new registration overrides a late response', async () => {
    const live = createLive(response({ max_message_id: 90 }));
    applyEvents(live, deleted('stream', 90));
    const settled = settleNewest({ api: serverWith(84).api, live });
    live.replace(response({ max_message_id: 83 }));
    await settled;
    assert.equal(live.peek().maxMessageId, 83);
  });
});

describe('The newest message of a direct conversation after a deletion', () => {
  const two = [
    { user_ids: [ben], max_message_id: 90 },
    { user_ids: [cat], max_message_id: 70 },
  ];

  it('The newest direct message after a deletion is the previous one, even if never fetched', async () => {
    const live = createLive(response({ max_message_id: 90, recent_private_conversations: two }));
    applyEvents(live, deleted('private', 90));
    await settleNewest({ api: serverWith(84, { [ben]: 60 }).api, live });
    assert.deepEqual([...live.peek().conversations].sort(), [
      [String(ben), 60],
      [String(cat), 70],
    ]);
  });

  it('The newest direct message after a deletion is none if it was the only one', async () => {
    const live = createLive(response({ max_message_id: 90, recent_private_conversations: two }));
    applyEvents(live, deleted('private', 90));
    await settleNewest({ api: serverWith(84).api, live });
    assert.deepEqual([...live.peek().conversations], [[String(cat), 70]]);
  });

  it('The newest direct message follows one that arrives during the request', async () => {
    const live = createLive(response({ max_message_id: 90, recent_private_conversations: two }));
    applyEvents(live, deleted('private', 90));
    const settled = settleNewest({ api: serverWith(84, { [ben]: 60 }).api, live });
    applyEvents(live, direct(95, [ann, ben]));
    await settled;
    assert.equal(live.peek().conversations.get(String(ben)), 95);
  });
});

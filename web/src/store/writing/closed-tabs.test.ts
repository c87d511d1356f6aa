import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepForTab, takeFromClosed, tabsKey } from './closed-tabs.ts';
import { Outbox, type OutboxItem } from './outbox.ts';

const day = 24 * 3600_000;

function makeStorage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const item = (localId: string, change: Partial<OutboxItem> = {}): OutboxItem => ({
  localId,
  queueId: 'q',
  to: { kind: 'topic', channelId: 1, topic: 'lunch' },
  content: localId,
  writtenAt: 10 * day,
  state: 'sending',
  ...change,
});

test('Unsent messages of closed tabs are taken over once, and those of open tabs are left', () => {
  const storage = makeStorage();
  keepForTab(storage, 'a', [item('late', { writtenAt: 10 * day + 2 })]);
  keepForTab(storage, 'b', [item('early', { writtenAt: 10 * day + 1 })]);
  keepForTab(storage, 'c', [item('of an open tab')]);
  const isOpen = (tab: string) => tab === 'c';
  const taken = takeFromClosed(storage, isOpen, 10 * day + 5);
  assert.deepEqual(
    taken.map(({ localId, state }) => [localId, state]),
    [
      ['early', 'sending'],
      ['late', 'sending'],
    ],
  );
  assert.deepEqual(takeFromClosed(storage, isOpen, 10 * day + 5), []);
  keepForTab(storage, 'c', []);
  assert.equal(storage.getItem(tabsKey), null);
});

test('A message that has waited for a day is not sent without being asked for', () => {
  const storage = makeStorage();
  keepForTab(storage, 'a', [item('old')]);
  assert.equal(takeFromClosed(storage, () => false, 11 * day)[0]?.state, 'failed');
});

test('The outbox sends what it takes over under the same key, and nothing twice', async () => {
  const sent: OutboxItem[] = [];
  let ids = 0;
  const outbox = new Outbox({
    send: (each) => {
      sent.push(each);
      return Promise.resolve({ kind: 'sent', messageId: ids++ });
    },
    wait: () => Promise.resolve(),
    waitForStorage: () => Promise.resolve(),
    newId: () => 'x',
    now: () => 0,
    saved: [item('own')],
  });
  outbox.takeOver([item('own'), item('other'), item('failed', { state: 'failed' })]);
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(
    sent.map(({ localId, queueId }) => [localId, queueId]),
    [
      ['own', 'q'],
      ['other', 'q'],
    ],
  );
  assert.deepEqual(
    outbox.items.peek().map(({ localId, state }) => [localId, state]),
    [
      ['own', 'sent'],
      ['other', 'sent'],
      ['failed', 'failed'],
    ],
  );
});

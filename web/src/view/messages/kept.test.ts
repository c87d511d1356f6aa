import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Drafts } from '../../store/writing/drafts.ts';
import { outboxKey } from '../../store/writing/outbox.ts';
import { keptTexts } from './kept.ts';

function storage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

test('Unsent messages are listed before drafts, latest draft first', () => {
  const [device, tab] = [storage(), storage()];
  assert.deepEqual(keptTexts(device, tab), []);
  let now = 1;
  const drafts = new Drafts(device, () => now++);
  drafts.write({ kind: 'direct', userIds: [8] }, 'early');
  drafts.write({ kind: 'topic', channelId: 4, topic: 'lunch' }, 'late');
  const item = { localId: '1', queueId: 'q', to: { kind: 'direct', userIds: [8] }, writtenAt: 1 };
  const items = [
    { ...item, content: 'on its way', state: 'sending' },
    { ...item, localId: '2', content: 'there', state: 'sent', messageId: 9 },
  ];
  tab.setItem(outboxKey, JSON.stringify(items));
  assert.deepEqual(
    keptTexts(device, tab).map(({ text, isUnsent }) => [text, isUnsent]),
    [
      ['on its way', true],
      ['late', false],
      ['early', false],
    ],
  );
});

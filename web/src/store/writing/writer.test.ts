import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyedStorage } from '../base/storage.ts';
import { Drafts } from './drafts.ts';
import { outboxKey } from './outbox.ts';
import { addUnsentReads, readsKey, removeUnsentReads, unsentReads } from './unsent-reads.ts';
import { claimStorages, deletePersonalData, endSession, isOfSession, searchesKey } from './writer.ts';

class Memory implements KeyedStorage {
  readonly kept = new Map<string, string>();
  getItem = (key: string): string | null => this.kept.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.kept.set(key, value);
  removeItem = (key: string): void => void this.kept.delete(key);
}

const ada = { person: 'here/7', mark: 'a' };
const ben = { person: 'here/8', mark: 'b' };
const lunch = { kind: 'topic', channelId: 1, topic: 'lunch' } as const;

/** A device on which Ada has a draft, searches and an unsent message. */
function written() {
  const device = new Memory();
  const tab = new Memory();
  claimStorages([device, tab], ada);
  new Drafts(device).write(lunch, 'soup');
  device.setItem(searchesKey, '["salary"]');
  addUnsentReads(device, [91]);
  device.setItem('heddle-draft-places', '[]');
  device.setItem('heddle-look', '{}');
  tab.setItem(outboxKey, '[{}]');
  return { device, tab };
}

const words = ({ device, tab }: ReturnType<typeof written>) =>
  [...device.kept.keys(), ...tab.kept.keys()].filter((key) => key !== 'heddle-writer');

test('Drafts survive an expired session for the same user', () => {
  const { device, tab } = written();
  assert.equal(claimStorages([device, tab], { ...ada, mark: 'another' }), false);
  assert.equal(new Drafts(device).getText(lunch), 'soup');
  assert.equal(tab.getItem(outboxKey), '[{}]');
});

test('Searches end with the session of the person who made them, and drafts do not', () => {
  const ended = written();
  endSession(ended.device);
  const again = written();
  claimStorages([again.device, again.tab], { ...ada, mark: 'another' });
  for (const both of [ended, again]) {
    assert.equal(both.device.getItem(searchesKey), null);
    assert.ok(words(both).includes('heddle-drafts'));
  }
  const same = written();
  claimStorages([same.device, same.tab], ada);
  assert.equal(same.device.getItem(searchesKey), '["salary"]');
});

test('The latest five thousand offline reads are kept, and shared by all tabs', () => {
  const device = new Memory();
  addUnsentReads(
    device,
    Array.from({ length: 4999 }, (_, at) => at + 1),
  );
  addUnsentReads(device, [7, 5000, 5001]);
  assert.deepEqual([unsentReads(device).length, unsentReads(device)[0]], [5000, 2]);
  removeUnsentReads(device, unsentReads(device));
  assert.equal(device.getItem(readsKey), null);
});

test('Drafts are deleted for another user, and data that is not text is kept', () => {
  const both = written();
  assert.equal(claimStorages([both.device, both.tab], ben), true);
  assert.deepEqual(words(both), ['heddle-look']);
});

test('A tab with another user’s drafts discards only those', () => {
  const { device, tab } = written();
  const otherTab = new Memory();
  claimStorages([device, otherTab], ben);
  new Drafts(device).write(lunch, 'bread');
  assert.equal(claimStorages([device, tab], ben), true);
  assert.equal(tab.getItem(outboxKey), null);
  assert.equal(new Drafts(device).getText(lunch), 'bread');
});

test('Drafts are deleted at sign-out, including those written by a page that does not know yet', () => {
  const both = written();
  deletePersonalData([both.device, both.tab]);
  assert.deepEqual(words(both), ['heddle-look']);
  new Drafts(both.device).write(lunch, 'late');
  assert.equal(claimStorages([both.device, both.tab], ada), true);
  assert.equal(new Drafts(both.device).getText(lunch), '');
});

test('Drafts are shown only in their own session until the server has confirmed the user', () => {
  const { device } = written();
  assert.equal(isOfSession(device, 'a'), true);
  assert.equal(isOfSession(device, 'b'), false);
  assert.equal(isOfSession(device, undefined), false);
  assert.equal(isOfSession(new Memory(), 'a'), false);
  deletePersonalData([device]);
  assert.equal(isOfSession(device, 'a'), false);
});

test('Two tabs writing in different conversations keep each other’s drafts', () => {
  const device = new Memory();
  const [one, two] = [new Drafts(device), new Drafts(device)];
  one.write(lunch, 'soup');
  two.write({ kind: 'direct', userIds: [8] }, 'hello');
  assert.equal(two.getText(lunch), 'soup');
  assert.equal(new Drafts(device).all.peek().size, 2);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Drafts, draftsKey } from './drafts.ts';

const lunch = { kind: 'topic', channelId: 1, topic: 'lunch' } as const;
const dinner = { kind: 'topic', channelId: 1, topic: 'dinner' } as const;

function open() {
  const stored = new Map<string, string>();
  const state = { isFull: false };
  const drafts = new Drafts({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => {
      if (state.isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      stored.set(key, value);
    },
  });
  const texts = () => [drafts.getText(lunch), drafts.getText(dinner)];
  return { drafts, state, stored, texts };
}

test('Drafts that the browser has no room for stay while others are written and deleted', () => {
  const { drafts, state, stored, texts } = open();
  drafts.write(dinner, 'bread');
  state.isFull = true;
  drafts.write(lunch, 'soup');
  drafts.write(dinner, '');
  drafts.readAgain();
  assert.deepEqual(texts(), ['soup', '']);
  state.isFull = false;
  drafts.write(dinner, 'wine');
  assert.deepEqual(texts(), ['soup', 'wine']);
  assert.match(stored.get(draftsKey)!, /soup.*wine/);
});

test('Drafts that the browser had no room for are deleted with the others', () => {
  const { drafts, state, stored, texts } = open();
  drafts.write(dinner, 'bread');
  state.isFull = true;
  drafts.write(lunch, 'soup');
  stored.clear();
  drafts.readAgain();
  assert.deepEqual(texts(), ['', '']);
});

function openTabs() {
  const stored = new Map<string, string>();
  const open = () =>
    new Drafts({
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
    });
  return [open(), open()] as const;
}

test('A draft that one tab sends keeps what another one has written to it meanwhile', () => {
  const [first, second] = openTabs();
  first.write(lunch, 'soup');
  second.readAgain();
  second.write(lunch, 'soup and bread');
  first.write(lunch, '');
  second.readAgain();
  assert.deepEqual([first.getText(lunch), second.getText(lunch)], ['soup and bread', 'soup and bread']);
  first.write(lunch, '');
  second.readAgain();
  assert.deepEqual([first.getText(lunch), second.getText(lunch)], ['', '']);
});

test('A draft that two tabs write at the same time has the text of both', () => {
  const [first, second] = openTabs();
  first.write(lunch, 'soup');
  second.write(lunch, 'b');
  second.write(lunch, `${second.getText(lunch)}read`);
  assert.equal(second.getText(lunch), 'soup\n\nbread');
  first.write(lunch, 'soups');
  assert.equal(first.getText(lunch), 'soup\n\nbread\n\nsoups');
});

test('A draft is moved with what another tab has written to it meanwhile', () => {
  const [first, second] = openTabs();
  first.write(lunch, 'soup');
  second.readAgain();
  second.write(lunch, 'soup and bread');
  first.move(lunch, dinner);
  assert.deepEqual([first.getText(lunch), first.getText(dinner)], ['', 'soup and bread']);
});

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { chooseKey, withKey, withoutCustomKey } from './choose-key.ts';
import { customKeys, parseCustomKeys } from './custom-keys.ts';
import { keyTable, type KeyCommand, type KeyRow } from './key-table.ts';
import { getCommand, keyLabels, type Press } from './keys.ts';

afterEach(() => (customKeys.value = {}));

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

const getRow = (command: KeyCommand): KeyRow => {
  const row = keyTable.find((each) => each.command === command);
  assert.ok(row);
  return row;
};

test('A custom key runs the command, and the default key no longer does', () => {
  customKeys.value = withKey({}, 'reply', 'ü');
  assert.equal(getCommand(press('ü')), 'reply');
  assert.equal(getCommand(press('r')), undefined);
  assert.deepEqual(keyLabels('reply', false), ['Ü']);
});

test('A key that another command has is named with it, and taken from it', () => {
  const choice = chooseKey(press('q'), getRow('reply'));
  assert.ok(choice && 'key' in choice);
  assert.equal(choice.usedBy?.command, 'filter-left');
  customKeys.value = withKey({}, 'reply', 'q');
  assert.equal(getCommand(press('q')), 'reply');
  assert.deepEqual(keyLabels('filter-left', false), []);
  customKeys.value = withKey(customKeys.value, 'filter-left', 'r');
  assert.equal(getCommand(press('r')), 'filter-left');

  customKeys.value = withoutCustomKey(customKeys.value, 'reply');
  assert.equal(getCommand(press('r')), 'reply');
  assert.deepEqual(keyLabels('filter-left', false), []);
});

test('Keys of browsers and controls are refused, and characters for commands that work while typing', () => {
  const refused = (given: Press, command: KeyCommand) => {
    const choice = chooseKey(given, getRow(command));
    return choice && 'refused' in choice ? choice.refused : choice;
  };
  for (const key of ['Tab', 'Enter', 'Escape']) assert.equal(refused(press(key), 'reply'), 'reserved');
  assert.equal(refused(press('v', { ctrlKey: true }), 'reply'), 'reserved');
  assert.equal(refused(press('q', { altKey: true }), 'reply'), 'reserved');
  assert.equal(refused(press('q'), 'switcher'), 'typed');
  assert.equal(refused(press('Shift'), 'reply'), undefined);
});

test('Stored keys of unknown and fixed commands, and values that are no list of keys, are ignored', () => {
  const stored = JSON.stringify({ reply: ['ü'], dance: ['x'], back: ['q'], star: 'x', quote: [3] });
  assert.deepEqual(parseCustomKeys(stored), { reply: ['ü'] });
  for (const broken of [null, '', '{', '[]', '3']) assert.deepEqual(parseCustomKeys(broken), {});
});

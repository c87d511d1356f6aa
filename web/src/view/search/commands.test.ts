import assert from 'node:assert/strict';
import { test } from 'node:test';
import { response, after, design, inChannel } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import { commandItems, findCommands } from './commands.ts';

const live = createLive(response());
const offered = (isDark = false) => commandItems({ live, isDark });
const found = (text: string, isDark = false) =>
  findCommands(offered(isDark), text, 5).map(({ name }) => name);

test('An action of the switcher is found by its words and by others for it, also from within', () => {
  assert.deepEqual(found('keyb'), ['shortcuts']);
  assert.deepEqual(found('prefer'), ['settings']);
  assert.deepEqual(found('SETT'), ['settings']);
  assert.deepEqual(found('cuts'), ['shortcuts'], 'within a word');
  assert.deepEqual(found('sttngs'), [], 'letters in order');
});

test('The switcher offers the other theme', () => {
  assert.deepEqual(found('theme'), ['toDark']);
  assert.deepEqual(found('theme', true), ['toLight']);
});

test('The switcher marks all as read only where something is unread', () => {
  const other = createLive(response());
  const names = () => commandItems({ live: other, isDark: false }).map(({ name }) => name);
  assert.ok(!names().includes('markAllRead'));
  after(other.peek(), inChannel(101, design, 'Red thread', []));
  assert.ok(names().includes('markAllRead'));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, response, ann, ben, cat, design, direct, inChannel, other } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import { switcherItems, findSwitcherItems, keyOfPlace } from './switcher.ts';
import { commandItems, findCommands } from './commands.ts';
import { joinSearch, splitSearch, withoutLast } from './search-filters.ts';

function items() {
  const live = createLive(response());
  after(
    live.peek(),
    inChannel(101, design, 'Red thread', ['read']),
    direct(102, [ann, cat], ['read']),
    inChannel(103, other, 'madder'),
    inChannel(104, design, 'Shreds', ['read']),
  );
  return switcherItems(live);
}

const keys = (text: string, here?: string) => findSwitcherItems(items(), text, here, 5).map(({ key }) => key);

test('The switcher lists conversations by latest message when nothing is typed', () => {
  assert.deepEqual(keys(''), [
    `topic:${design}:shreds`,
    `topic:${other}:madder`,
    `direct:${cat}`,
    `topic:${design}:red thread`,
  ]);
});

test('The switcher ranks a better match before a more recent one', () => {
  assert.deepEqual(keys('red').slice(0, 2), [`topic:${design}:red thread`, `topic:${design}:shreds`]);
});

test('The switcher offers users without messages and channels', () => {
  assert.deepEqual(keys('ben'), [`direct:${ben}`]);
  assert.deepEqual(keys('other')[0], `channel:${other}`);
});

test('The switcher finds a topic together with the name of its channel', () => {
  assert.ok(keys('other mad').includes(`topic:${other}:madder`));
});

test('The switcher omits the current view', () => {
  const here = keyOfPlace({
    screen: 'narrow',
    narrow: { kind: 'topic', channelId: design, topic: 'shreds' },
  });
  assert.ok(!keys('', here).includes(`topic:${design}:shreds`));
  assert.equal(keyOfPlace({ screen: 'narrow', narrow: { kind: 'feed' } }), 'view:feed');
});

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

const split = (query: string) => {
  const { filters, text } = splitSearch(query);
  return [...filters, `|${text}`];
};

test('A search filter is complete once followed by a space, anywhere in the search', () => {
  assert.deepEqual(split('is:starred'), ['|is:starred']);
  assert.deepEqual(split('is:starred tea'), ['is:starred', '|tea']);
  assert.deepEqual(split('tea -is:muted cups'), ['-is:muted', '|tea cups']);
  assert.deepEqual(split('sender:"Ben Bo" topic:"red thr'), ['sender:"Ben Bo"', '|topic:"red thr']);
});

test('Words with colons that are not filters stay text', () => {
  assert.deepEqual(split('https://example.com/ tea'), ['|https://example.com/ tea']);
  assert.deepEqual(split('what:ever is:unread '), ['is:unread', '|what:ever ']);
});

test('Splitting and joining a search preserves it', () => {
  for (const query of ['is:starred tea', '-is:muted from:me ', 'sender:"Ben Bo" "red thread"', 'tea'])
    assert.equal(joinSearch(splitSearch(query)), query);
});

test('Backspace turns the last filter into text where no text is left, and removes it otherwise', () => {
  assert.deepEqual(withoutLast(splitSearch('is:starred from:me ')), {
    filters: ['is:starred'],
    text: 'from:me',
  });
  assert.deepEqual(withoutLast(splitSearch('is:starred tea')), { filters: [], text: 'tea' });
});

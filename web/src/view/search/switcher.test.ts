import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, response, ann, ben, cat, design, direct, inChannel, other } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import { switcherItems, findSwitcherItems, keyOfPlace } from './switcher.ts';

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

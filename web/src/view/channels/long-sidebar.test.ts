import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subscription } from '../../../../wire/examples.ts';
import { after, inChannel, response } from '../../store/examples.ts';
import { createLive, type Live } from '../../store/live.ts';
import type { Narrow } from '../../store/narrow/narrow.ts';
import { nextUnreadPlace } from './next-places.ts';
import { sidebarRows, type SidebarRow } from './sidebar.ts';

const firstId = 100;

/** Ann is in this many channels, of which the first have messages that she has not read. */
function open(size: number, unread: number, { topics = ['news'], change = {}, demote = 1 } = {}): Live {
  // COMPAT(the wire): there a channel is a stream.
  const subscriptions = Array.from({ length: size }, (_, i) => ({
    ...subscription,
    stream_id: firstId + i,
    name: `channel ${String(i).padStart(3, '0')}`,
    folder_id: null,
    pin_to_top: false,
    is_muted: false,
    ...change,
  }));
  const live = createLive(response({ subscriptions, never_subscribed: [], unsubscribed: [] }));
  live.change(['personal'], [], ({ personal }) =>
    Object.assign(personal.settings, { demote_inactive_streams: demote }),
  );
  let id = 1000;
  for (let i = 0; i < unread; i++)
    for (const topic of topics) after(live.peek(), inChannel(id++, firstId + i, topic));
  return live;
}

const list = (live: Live, folded: string[] = [], active?: Narrow, filter = ''): SidebarRow[] =>
  sidebarRows(live, {
    filter,
    folded: new Set(folded),
    expanded: new Set(),
    collapsed: new Set(),
    active,
  });

const channelsIn = (rows: SidebarRow[]): number[] =>
  rows.flatMap((row) => (row.kind === 'channel' ? [row.channelId - firstId] : []));
const findRest = (rows: SidebarRow[]) => rows.find((row) => row.kind === 'rest');
/** In px, as a mouse has them. */
const getHeight = (rows: SidebarRow[]): number =>
  rows.reduce((sum, { kind }) => sum + (kind === 'section' ? 44 : 28), 0);

test('In thirty channels or more, those without anything new are one row, which opens them', () => {
  assert.deepEqual(channelsIn(list(open(29, 0))).length, 29);
  const live = open(30, 2);
  const rows = list(live);
  assert.deepEqual(channelsIn(rows), [0, 1]);
  assert.partialDeepStrictEqual(findRest(rows), { section: 'channels', size: 28, isOpen: false, count: 0 });
  const opened = list(live, ['all:channels']);
  assert.equal(channelsIn(opened).length, 30);
  assert.partialDeepStrictEqual(findRest(opened), { size: 28, isOpen: true });
});

test('The open channel and pinned ones stay, and the filter finds all', () => {
  const live = open(40, 1);
  assert.deepEqual(channelsIn(list(live, [], { kind: 'channel', channelId: firstId + 33 })), [0, 33]);
  assert.equal(channelsIn(list(live, [], undefined, 'channel')).length, 40);
  assert.equal(channelsIn(list(open(40, 1, { change: { pin_to_top: true } }))).length, 40);
});

test('Nothing is left out for a person who wants inactive channels between the others', () => {
  assert.equal(channelsIn(list(open(40, 1, { demote: 3 }))).length, 40);
});

test('Two hundred unread channels fit three windows: the newest are listed, and the others counted', () => {
  const live = open(200, 200, { topics: ['news', 'plans', 'notes', 'links', 'talk'] });
  const rows = list(live);
  assert.ok(getHeight(rows) <= 3 * 800, `${String(getHeight(rows))} px`);
  assert.deepEqual(channelsIn(rows)[0], 160);
  assert.partialDeepStrictEqual(findRest(rows), { size: 160, count: 800 });
  const heading = rows.find((row) => row.kind === 'section' && row.section === 'channels');
  assert.partialDeepStrictEqual(heading, { count: 1000 });
});

test('A channel with a mention is listed before newer ones, with its topic', () => {
  const live = open(200, 200);
  after(live.peek(), inChannel(900, firstId, 'asked', ['mentioned']));
  const rows = list(live);
  assert.equal(channelsIn(rows)[0], 0);
  assert.ok(rows.some((row) => row.kind === 'topic' && row.topic === 'asked'));
});

test('The fewer unread channels there are, the more topics are listed beneath each', () => {
  const topicsBeneath = (unread: number): number =>
    list(open(60, unread, { topics: ['a', 'b', 'c', 'd'] })).filter(({ kind }) => kind === 'topic').length /
    unread;
  assert.deepEqual([5, 13, 18, 30].map(topicsBeneath), [3, 2, 1, 0]);
});

test('The key for the next unread topic also goes to channels that are left out', () => {
  const live = open(200, 200);
  const here: Narrow = { kind: 'topic', channelId: firstId + 3, topic: 'news' };
  const next = { kind: 'topic', channelId: firstId + 4, topic: 'news' };
  assert.deepEqual(nextUnreadPlace(live, 'topic', here), next);
});

test('Only what is unread is listed if the person wants that, also in a short sidebar', () => {
  const live = open(5, 1);
  assert.deepEqual(channelsIn(list(live, ['read'])), [0]);
  assert.deepEqual(channelsIn(list(live, ['read'], { kind: 'channel', channelId: firstId + 4 })), [0, 4]);
  assert.equal(findRest(list(live, ['read'])), undefined);
  const kinds = list(open(5, 0), ['read']).map(({ kind }) => kind);
  assert.deepEqual(
    kinds.filter((kind) => kind !== 'view' && kind !== 'views'),
    ['nothing-unread', 'browse'],
  );
});

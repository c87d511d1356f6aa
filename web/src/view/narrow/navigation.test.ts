import assert from 'node:assert/strict';
import { test } from 'node:test';
import { response, topicPolicies } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import type { Narrow } from '../../store/narrow/narrow.ts';
import { parseFragment } from './address.ts';
import { getFragment, isViewShown, ownViews, viewNames } from './navigation.ts';
import { parseSearch } from './search-terms.ts';
import { lowest } from './lowest.ts';

const names = { channel: () => 'Design & Farbe', ownId: 7 };
const search = (query: string): Narrow => ({ kind: 'search', query, terms: parseSearch(query) });

const narrows: readonly Narrow[] = [
  { kind: 'mentions' },
  { kind: 'channel', channelId: 4 },
  { kind: 'topic', channelId: 4, topic: 'a/b. (50%) ✔' },
  search('has:link'),
  search('is:unread -is:muted red "two words"'),
  search('channel:design sender:me'),
  search('sender:"Ann Abel" has:image has:link'),
];

test('A saved view leads back to the same place', () => {
  for (const narrow of narrows) {
    const fragment = getFragment(narrow, names);
    assert.match(fragment, /^narrow\/[\w.,/-]+$/, fragment);
    const back = parseFragment(`#${fragment}`)?.narrow;
    if (narrow.kind === 'search') assert.deepEqual(back?.kind === 'search' && back.terms, narrow.terms);
    else assert.deepEqual(back, narrow);
  }
});

test('Navigation views use the fragments of other clients', () => {
  const fragment = (narrow: Narrow) => getFragment(narrow, names);
  assert.equal(fragment({ kind: 'feed' }), 'feed');
  assert.equal(fragment({ kind: 'starred' }), 'narrow/is/starred');
  assert.equal(fragment({ kind: 'direct', userIds: [9, 5] }), 'narrow/dm/5,7,9-dm');
  assert.equal(
    fragment({ kind: 'topic', channelId: 4, topic: 'tea' }),
    'narrow/channel/4-Design-.26-Farbe/topic/tea',
  );
});

const live = createLive(
  response({
    navigation_views: [
      { fragment: 'drafts', is_pinned: false, name: null },
      { fragment: 'narrow/is/starred', is_pinned: true, name: null },
      { fragment: 'narrow/has/link', is_pinned: true, name: 'Links' },
      { fragment: 'narrow/channel/4-design', is_pinned: false, name: 'Colours' },
      { fragment: 'somewhere/else', is_pinned: true, name: 'Of another program' },
    ],
  }),
);

test('Built-in views are shown unless hidden', () => {
  assert.deepEqual(
    viewNames.filter((view) => !isViewShown(live, view)),
    ['followed', 'reactions', 'drafts'],
  );
  const user_topics = topicPolicies(4, { a: 3 });
  assert.ok(isViewShown(createLive(response({ user_topics })), 'followed'), 'once a topic is followed');
});

test('Custom views are shown if their URL fragment is valid', () => {
  assert.deepEqual(
    ownViews(live).map(({ name, isShown }) => [name, isShown]),
    [
      ['Links', true],
      ['Colours', false],
    ],
  );
});

const compare = (a: { at: number }, b: { at: number }) => a.at - b.at;

test('The lowest items are those that a full stable sort would put first', () => {
  const items = Array.from({ length: 200 }, (_, id) => ({ id, at: (id * 37) % 11 }));
  for (const most of [1, 2, 9, 200, 300])
    assert.deepEqual(lowest(items, most, compare), items.toSorted(compare).slice(0, most));
});

test('The lowest of no items, and no lowest items, are an empty list', () => {
  assert.deepEqual(lowest([], 3, compare), []);
  assert.deepEqual(lowest([{ at: 1 }], 0, compare), []);
});

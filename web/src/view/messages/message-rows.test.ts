import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { Message } from '../../../../wire/messages.ts';
import { ann, ben, cat, design, inChannel, after, response, direct } from '../../store/examples.ts';
import {
  messageRows,
  neighbour,
  openingRow,
  sectionAt,
  type MessageRow,
  type RowsInput,
} from './message-rows.ts';
import { createLive } from '../../store/live.ts';
import type { Narrow } from '../../store/narrow/narrow.ts';
import { newBelow } from './new-below.ts';
import { countLines, guessTextHeight, lineHeight } from './text-height.ts';

const noon = 1_767_355_200;

function message(id: number, minutes: number, sender = ben, topic = 'lunch'): Message {
  const { message } = inChannel(id, design, topic);
  return { ...message, sender_id: sender, timestamp: noon + minutes * 60, flags: [] };
}

function rows(messages: readonly Message[], change: Partial<RowsInput> = {}): MessageRow[] {
  const byId = new Map(messages.map((each) => [each.id, each]));
  return messageRows({
    ids: [...byId.keys()],
    readMessage: (id) => byId.get(id),
    ownId: ann,
    clock: { locale: 'en', hour12: false, timeZone: 'UTC' },
    isOne: true,
    firstUnread: undefined,
    hasOldest: false,
    pending: [],
    ...change,
  });
}

const kinds = (all: readonly MessageRow[]): string[] =>
  all.map((row) => (row.kind === 'message' ? `${row.id}${row.isFirstOfGroup ? ' first' : ''}` : row.kind));

describe('Message rows', () => {
  it('Message rows group messages of one sender within five minutes', () => {
    const all = rows([message(1, 0), message(2, 4), message(3, 8, cat), message(4, 9), message(5, 14)]);
    assert.deepEqual(kinds(all), ['day', '1 first', '2', '3 first', '4 first', '5 first']);
  });

  it('Message rows start again for each day, and in mixed views for each conversation', () => {
    const all = rows([message(1, 0), message(2, 1, ben, 'dinner'), message(3, 12 * 60, ben, 'dinner')], {
      isOne: false,
    });
    assert.deepEqual(kinds(all), [
      'day',
      'conversation',
      '1 first',
      'conversation',
      '2 first',
      'day',
      'conversation',
      '3 first',
    ]);
  });

  it('Message rows have a header up to the next one', () => {
    const days = [message(1, 0), message(2, 1), message(3, 12 * 60, ben, 'dinner'), message(4, 12 * 61)];
    const mixed = rows(days, { isOne: false, firstUnread: 2 });
    const names = ['day', 'conversation', '1 first', 'unread', '2 first', 'day', 'conversation', '3 first'];
    assert.deepEqual(kinds(mixed), [...names, 'conversation', '4 first']);
    const sections = mixed.map((_, index) => {
      const section = sectionAt(mixed, index);
      return section && [section.header.messageId, section.first, section.last];
    });
    const [lunch, dinner, later] = [
      [1, 1, 4],
      [3, 6, 7],
      [4, 8, 9],
    ];
    assert.deepEqual(sections, [
      undefined,
      lunch,
      lunch,
      lunch,
      lunch,
      undefined,
      dinner,
      dinner,
      later,
      later,
    ]);
    assert.equal(sectionAt(rows(days), 3), undefined, 'in one conversation there are none');
  });

  it('Message rows open at the unread line, also with a header in between', () => {
    const mixed = rows([message(1, 0), message(2, 1, ben, 'dinner')], { isOne: false, firstUnread: 2 });
    assert.deepEqual(kinds(mixed), ['day', 'conversation', '1 first', 'unread', 'conversation', '2 first']);
    assert.equal(openingRow(mixed, 2), 3);
    assert.equal(openingRow(mixed, 1), 2);
    assert.equal(openingRow(mixed, 3), -1);
  });

  it('Message rows treat topics that differ only in case as one', () => {
    const all = rows([message(1, 0), message(2, 1, ben, 'LUNCH')], { isOne: false });
    assert.deepEqual(kinds(all), ['day', 'conversation', '1 first', '2']);
  });

  it('Message rows have a line above unread messages', () => {
    assert.deepEqual(kinds(rows([message(1, 0), message(2, 1)], { firstUnread: 2 })), [
      'day',
      '1 first',
      'unread',
      '2 first',
    ]);
  });

  it('Message rows keep their keys when older messages are prepended', () => {
    const later = rows([message(2, 1), message(3, 2)]);
    const keys = new Set(rows([message(1, 0), message(2, 1), message(3, 2)]).map(({ key }) => key));
    for (const { key } of later) assert.ok(keys.has(key), key);
  });

  it('Message rows navigate from message to message', () => {
    const all = rows([message(1, 0), message(2, 1)]);
    assert.equal(neighbour(all, 1, 1), 2);
    assert.equal(neighbour(all, 1, -1), undefined);
    assert.equal(neighbour(all, undefined, -1), 2);
  });
});

const ownId = 7;
const live = createLive(response());
after(
  live.peek(),
  inChannel(111, design, 'Looms'),
  inChannel(112, design, 'Looms'),
  inChannel(113, design, 'knots', ['mentioned']),
  direct(114, [ownId, ben]),
  inChannel(120, design, 'Looms'),
);
const looms: Narrow = { kind: 'topic', channelId: design, topic: 'looms' };
const below = (narrow: Narrow, last: number | undefined, ids: readonly number[] = [], hasNewest = true) =>
  newBelow({ unreads: live.peek().unreads, narrow, ownId, ids, hasNewest, last });

test('Unread messages below the last visible one are counted for this view only', () => {
  assert.equal(below(looms, 111), 2);
  assert.equal(below(looms, 120), 0);
  assert.equal(below({ kind: 'direct', userIds: [ben] }, 3), 1);
  assert.equal(below({ kind: 'mentions' }, 112), 1);
  assert.equal(below({ kind: 'mentions' }, 113), 0);
  assert.equal(below({ kind: 'topic', channelId: design, topic: 'elsewhere' }, 3), 0);
});

test('The count of new messages below a conversation includes unfetched ones', () => {
  assert.equal(below(looms, 111, [109, 110, 111], false), 2);
});

test('The count of new messages below a mixed view excludes unfetched ones', () => {
  assert.equal(below({ kind: 'feed' }, 111, [110, 111, 112, 113, 115]), 2);
  assert.equal(below({ kind: 'feed' }, 111, [110, 111, 112, 113, 115], false), 0);
});

test('The count of new messages below is zero before anything is visible', () => {
  assert.equal(below(looms, undefined), 0);
});

const wide = 800;

test('Lines break between words, and within a word that is longer than a line', () => {
  assert.equal(countLines('one', 60), 1);
  assert.equal(countLines('one two three', 60), 2);
  assert.equal(countLines('one two three', 45), 3);
  assert.equal(countLines('m'.repeat(10), 45), 4);
  assert.equal(countLines('', 60), 1);
});

test('Spaces at the end of a line need no room', () => {
  const width = 38;
  assert.equal(countLines('word', width), 1);
  assert.equal(countLines('word   ', width), 1);
});

test('Lines break after a hyphen, and between any two characters of Chinese or Japanese', () => {
  assert.equal(countLines('well-known', 84), 1);
  assert.equal(countLines('well-known', 60), 2);
  assert.equal(countLines('漢字漢字', 30), 2);
});

test('Wide letters fill a line earlier than narrow ones', () => {
  assert.ok(countLines('MW '.repeat(60), wide) > countLines('il '.repeat(60), wide));
});

test('Tags, entities and what is around emoji count for nothing', () => {
  const words = 'word '.repeat(14).trim();
  const linked = words.replaceAll(
    'word',
    '<a href="https://example.com/a/long/address" target="_blank">word</a>',
  );
  assert.equal(guessTextHeight(`<p>${linked}</p>`, wide), lineHeight);
  assert.equal(guessTextHeight(`<p>${'&quot;&amp;'.repeat(20)}</p>`, wide), lineHeight);
  const emoji =
    '<span aria-label="grinning" class="emoji emoji-1f600" role="img" title="grinning">:grinning:</span>';
  assert.equal(guessTextHeight(`<p>${emoji.repeat(20)}</p>`, wide), lineHeight);
});

test('Paragraphs, broken lines, lists, quotes and code are as high as the browser draws them', () => {
  for (const [html, height] of [
    ['<p>one</p>', 22],
    ['<p>one</p>\n<p>two</p>', 22 + 8 + 22],
    ['<p>one<br>\ntwo</p>', 44],
    ['<p>one</p>\n<ul>\n<li>two</li>\n<li>three</li>\n</ul>', 22 + 22 + 2 + 22],
    ['<blockquote>\n<p>one</p>\n</blockquote>\n<p>two</p>', 4 + 22 + 4 + 22],
    [
      '<p>one</p>\n<div class="codehilite"><pre><span></span><code>a\nb\n</code></pre></div>',
      22 + 4 + 16 + 2 * 23,
    ],
  ] as const)
    assert.equal(guessTextHeight(html, wide), height, html);
});

test('A message without text is one line high', () => {
  assert.equal(guessTextHeight('', wide), lineHeight);
});

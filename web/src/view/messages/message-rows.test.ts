import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Message } from '../../../../wire/messages.ts';
import { ann, ben, cat, design, inChannel } from '../../store/examples.ts';
import {
  messageRows,
  neighbour,
  openingRow,
  sectionAt,
  type MessageRow,
  type RowsInput,
} from './message-rows.ts';

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

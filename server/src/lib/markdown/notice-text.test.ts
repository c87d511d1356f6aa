import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noticeText } from '../../../../wire/plain-text/notice-text.ts';
import { renderMessage, type MentionSource } from './render.ts';

const names: MentionSource = {
  userByName: () => ({ id: 3, fullName: 'Eve' }),
  userById: () => ({ id: 3, fullName: 'Eve' }),
  groupByName: () => undefined,
  channelByName: () => ({ id: 5, name: 'design' }),
  channelById: () => ({ id: 5, name: 'design' }),
};

const formatTime = (moment: Date): string => `at ${moment.toISOString().slice(11, 16)}`;

const shown = (source: string): string =>
  noticeText(renderMessage(source, names, { organizationUrl: 'http://here.test' }).html, formatTime);

describe('Text of notifications', () => {
  test('A notification shows text without markup, and characters as they were typed', () => {
    assert.equal(
      shown('**bold** `a < b && "c"`\nnext @**Eve** #**design**'),
      'bold a < b && "c"\nnext @Eve #design',
    );
    assert.equal(shown('1. one\n2. two'), '1. one\n2. two');
    assert.equal(shown('* one\n* two'), '• one\n• two');
    assert.equal(shown('one\n\ntwo'), 'one\ntwo');
    assert.equal(shown('```\na  b\n  c\n```'), 'a  b\n  c');
    assert.equal(shown('```\na  \n \t \n  b\n```'), 'a\n  b');
  });

  test('A notification shows emoji as characters and formulas as they were typed', () => {
    assert.equal(shown(':tada: $$x^2$$ <time:2026-03-29T00:30:00Z>'), '🎉 x^2 at 00:30');
  });

  test('Struck text stays marked, since it would mean the opposite', () => {
    assert.equal(shown('come ~~today~~ tomorrow'), 'come ~~today~~ tomorrow');
  });

  test('A notification hides what a spoiler hides', () => {
    assert.equal(shown('```spoiler The end\nThe gardener did it\n```'), 'The end (…)');
  });

  test('A notification shows a quotation only where there is nothing else', () => {
    assert.equal(shown('> one\n> two'), '> one\n> two');
    assert.equal(shown('yes\n\n> one\n\nno'), 'yes\n[…]\nno');
  });

  test('A notification is cut at 200 characters, not within one', () => {
    const long = shown('🎉'.repeat(300));
    assert.equal([...long].length, 201);
    assert.ok(long.endsWith('🎉…'));
  });

  test('A notification is made in time of any HTML', () => {
    for (const html of ['<'.repeat(1e6), '<p>'.repeat(1e5), '<a x="'.repeat(1e5), '</p>'.repeat(1e5)])
      assert.ok(noticeText(html, formatTime).length < 500);
    assert.equal(noticeText(`<pre>a${' '.repeat(9e4)}</pre>b`, formatTime), 'a\nb');
  });
});

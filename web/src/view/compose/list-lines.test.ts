import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLevel, withNextItem } from './list-lines.ts';

/** The caret is `|`. */
const parse = (written: string) => {
  const at = written.indexOf('|');
  return { text: written.replace('|', ''), start: at, end: at };
};
const shown = (next: ReturnType<typeof withNextItem>) =>
  next && `${next.text.slice(0, next.start)}|${next.text.slice(next.end)}`;
const enter = (written: string) => shown(withNextItem(parse(written)));
const tab = (written: string, isBack = false) => shown(withLevel(parse(written), { isBack }));

test('Enter continues a list with the next mark, and splits an item', () => {
  assert.equal(enter('- walnut|'), '- walnut\n- |');
  assert.equal(enter('a\n  * wal|nut\nb'), 'a\n  * wal\n  * |nut\nb');
  assert.equal(enter('9. weld|'), '9. weld\n10. |');
  assert.equal(enter('2) weld|'), '2) weld\n3) |');
});

test('Enter in an empty item ends the list', () => {
  assert.equal(enter('- walnut\n- |'), '- walnut\n|');
  assert.equal(enter('  3. |\nrest'), '|\nrest');
});

test('Enter is as ever outside lists, before an item, and in code blocks', () => {
  for (const written of ['walnut|', '-walnut|', '|- walnut', '**bold** text|', '2026|', '```\n- a|\n```'])
    assert.equal(enter(written), undefined, written);
  assert.equal(enter('```\n- a\n```\n- b|'), '```\n- a\n```\n- b\n- |');
});

test('Tab indents an item by the width of its mark, Shift+Tab undoes that, and neither acts outside lists', () => {
  assert.equal(tab('- a\n- b|'), '- a\n  - b|');
  assert.equal(tab('1. a|'), '   1. a|');
  assert.equal(tab('- a\n  - b|', true), '- a\n- b|');
  assert.equal(tab('- a|', true), undefined);
  assert.equal(tab('walnut|'), undefined);
});

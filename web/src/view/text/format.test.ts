import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatKey, getFormat, formatted, insertedBlock, type Format, type TextSelection } from './format.ts';

/** `‹` and `›` mark the selection, `|` the caret. */
function read(shown: string): TextSelection {
  const caret = shown.indexOf('|');
  if (caret !== -1) return { text: shown.replace('|', ''), start: caret, end: caret };
  const start = shown.indexOf('‹');
  return { text: shown.replace(/[‹›]/g, ''), start, end: shown.indexOf('›') - 1 };
}

function show({ text, start, end }: TextSelection): string {
  if (start === end) return `${text.slice(0, start)}|${text.slice(start)}`;
  return `${text.slice(0, start)}‹${text.slice(start, end)}›${text.slice(end)}`;
}

const after = (format: Format, shown: string): string => show(formatted(format, read(shown)));

describe('Formatting', () => {
  for (const [format, before, expected] of [
    ['bold', 'the ‹red› one', 'the **‹red›** one'],
    ['bold', 'the **‹red›** one', 'the ‹red› one'],
    ['bold', 'the ‹**red**› one', 'the ‹red› one'],
    ['bold', '*‹red›*', '***‹red›***'],
    ['bold', '***‹red›***', '*‹red›*'],
    ['bold', 'a |', 'a **|**'],
    ['bold', 'the‹ red ›one', 'the **‹red›** one'],
    ['italic', '**‹red›**', '***‹red›***'],
    ['italic', '***‹red›***', '**‹red›**'],
    ['italic', '*‹red›*', '‹red›'],
    ['strike', '‹red›', '~~‹red›~~'],
    ['code', '‹red›', '`‹red›`'],
    ['code', 'a ‹b\nc› d', 'a \n```\n‹b\nc›\n```\n d'],
    ['code', '‹```\nb\n```›', '````\n‹```\nb\n```›\n````'],
    ['math', '‹x^2›', '$$‹x^2›$$'],
    ['math', '‹x\ny›', '```math\n‹x\ny›\n```'],
    ['spoiler', '‹He wins.›', '```spoiler\n‹He wins.›\n```'],
    ['quote', 'a\nb‹b\nc›c\nd', 'a\n‹> bb\n> cc›\nd'],
    ['quote', '‹> a\n> b›', '‹a\nb›'],
    ['list', 'one|', '- one|'],
    ['list', '- one|', 'one|'],
    ['numbers', '‹one\ntwo›', '‹1. one\n2. two›'],
    ['link', 'see ‹this›', 'see [this](‹url›)'],
    ['link', '‹https://example.org/a›', '[|](https://example.org/a)'],
    ['link', '|', '[|](url)'],
  ] as const)
    test(`The format ${format} is applied to ${JSON.stringify(before)}`, () =>
      assert.equal(after(format, before), expected));
});

const press = { key: '', code: '', ctrlKey: true, metaKey: false, altKey: false, shiftKey: false };

test('Formatting keys require Ctrl or Command', () => {
  assert.equal(getFormat({ ...press, key: 'b', code: 'KeyB' }), 'bold');
  assert.equal(getFormat({ ...press, key: 'b', code: 'KeyB', ctrlKey: false, metaKey: true }), 'bold');
  assert.equal(getFormat({ ...press, key: 'b', code: 'KeyB', ctrlKey: false }), undefined);
  assert.equal(getFormat({ ...press, key: 'b', code: 'KeyB', altKey: true }), undefined);
  assert.equal(getFormat({ ...press, key: 'k', code: 'KeyK' }), undefined);
});

test('A digit with Shift is recognized by its key position', () => {
  assert.equal(getFormat({ ...press, key: '(', code: 'Digit9', shiftKey: true }), 'quote');
  assert.equal(getFormat({ ...press, key: 'X', code: 'KeyX', shiftKey: true }), 'strike');
});

test('Each key is displayed as usual on the platform', () => {
  assert.equal(formatKey('bold', false), 'Ctrl B');
  assert.equal(formatKey('link', true), '⌘ ⇧ L');
  assert.equal(formatKey('math', false), undefined);
});

test('Block formatting starts on a new line', () => {
  assert.equal(show(insertedBlock(read('a|b'), 'x')), 'a\nx|b');
  assert.equal(show(insertedBlock(read('a\n|'), 'x')), 'a\nx|');
  assert.equal(show(insertedBlock(read('|'), 'x')), 'x|');
});

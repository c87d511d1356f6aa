import assert from 'node:assert/strict';
import { describe, test, it } from 'node:test';
import { formatKey, getFormat, formatted, type Format, type TextSelection } from './format.ts';
import { testTexts } from '../../../../tests/support/checks/texts.ts';
import { parts } from '../../../../tools/texts/catalogues.ts';
import { formatText } from '../../../../wire/icu.ts';
import { t } from './text.ts';

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

describe('ICU texts', () => {
  for (const part of parts) testTexts(part);

  it('ICU texts select by keyword, also nested', () => {
    const text =
      '{who, select, me {You have {count, plural, one {# cat} other {# cats}}} other {{who} has none}}';
    assert.equal(formatText(text, 'en', { who: 'me', count: 1 }), 'You have 1 cat');
    assert.equal(formatText(text, 'en', { who: 'Ben', count: 1 }), 'Ben has none');
  });

  it('ICU texts use all plural categories of a language', () => {
    const text = '{count, plural, zero {z} one {o} two {t} few {f #} many {m #} other {x #}}';
    const written = [0, 1, 2, 3, 11, 100].map((count) => formatText(text, 'ar', { count }));
    assert.deepEqual(
      written.map((each) => each.charAt(0)),
      ['z', 'o', 't', 'f', 'm', 'x'],
    );
  });

  it('An apostrophe quotes braces, and otherwise stands for itself', () => {
    const values = { name: 'Ben', count: 2 };
    assert.equal(formatText("It's {name}'s", 'en', values), "It's Ben's");
    assert.equal(formatText("''{name}''", 'en', values), "'Ben'");
    assert.equal(formatText("'{name}' is '{it''s}", 'en', values), "{name} is {it's}");
    assert.equal(formatText("{count, plural, other {'#' is #}}", 'en', values), '# is 2');
  });

  it('ICU texts report the position of a wrong brace', () => {
    assert.throws(() => formatText('a {', 'en'), /opens nothing/);
    assert.throws(() => formatText('{n, plural, one {x', 'en'), /does not close/);
  });

  it('A text with a missing, unknown or mistyped value does not compile', () => {
    // @ts-expect-error The text names `count`.
    assert.equal(typeof t('common.wait'), 'string');
    // @ts-expect-error The text names `count`, not `number`.
    assert.equal(typeof t('common.wait', { number: 1 }), 'string');
    // @ts-expect-error The text counts.
    assert.equal(typeof t('common.wait', { count: 'many' }), 'string');
    // @ts-expect-error The text names no values.
    assert.equal(t('common.cancel', { count: 1 }), 'Cancel');
    // @ts-expect-error No such text.
    assert.equal(t('common.purple'), '');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { testTexts } from '../../../../tests/support/checks/texts.ts';
import { parts } from '../../../../tools/texts/catalogues.ts';
import { formatText } from '../../../../wire/icu.ts';
import { t } from './text.ts';

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

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { testTexts } from '../../../../tests/support/checks/texts.ts';
import { formatText } from '../../../../wire/icu.ts';
import { de } from '../../text/de/index.ts';
import { late as lateDe } from '../../text/de/late.ts';
import { en } from '../../text/en/index.ts';
import { late as lateEn } from '../../text/en/late.ts';

describe('ICU texts', () => {
  testTexts({ en: { ...en, ...lateEn }, de: { ...de, ...lateDe } });

  it('ICU texts select by keyword, also nested', () => {
    const text =
      '{who, select, me {You have {count, plural, one {# cat} other {# cats}}} other {{who} has none}}';
    assert.equal(formatText(text, 'en', { who: 'me', count: 1 }), 'You have 1 cat');
    assert.equal(formatText(text, 'en', { who: 'Ben', count: 1 }), 'Ben has none');
  });

  it('ICU texts report the position of a wrong brace', () => {
    assert.throws(() => formatText('a {', 'en'), /opens nothing/);
    assert.throws(() => formatText('{n, plural, one {x', 'en'), /does not close/);
  });
});

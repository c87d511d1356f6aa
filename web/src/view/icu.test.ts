import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { IntlMessageFormat } from 'intl-messageformat';
import { de } from '../text/de/index.ts';
import { late as lateDe } from '../text/de/late.ts';
import { en } from '../text/en/index.ts';
import { late as lateEn } from '../text/en/late.ts';
import { formatText } from './icu.ts';

const counts = [0, 1, 2, 5, 1000];

/** Something for every name that the text may ask for. */
const wordsIn = (text: string) =>
  Object.fromEntries([...text.matchAll(/\{(\w+)/g)].map(([, word = '']) => [word, `<${word}>`]));

describe('texts', () => {
  for (const [locale, texts] of Object.entries({ en: { ...en, ...lateEn }, de: { ...de, ...lateDe } })) {
    it(`are formatted in ${locale} as the whole of ICU would`, () => {
      for (const [key, text] of Object.entries(texts)) {
        const whole = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true });
        for (const count of counts) {
          const values = { ...wordsIn(text), count };
          assert.equal(formatText(text, locale, values), whole.format(values), key);
        }
      }
    });
  }

  it('choose by word, and inside one another', () => {
    const text =
      '{who, select, me {You have {count, plural, one {# cat} other {# cats}}} other {{who} has none}}';
    assert.equal(formatText(text, 'en', { who: 'me', count: 1 }), 'You have 1 cat');
    assert.equal(formatText(text, 'en', { who: 'Ben', count: 1 }), 'Ben has none');
  });

  it('say where a brace is wrong', () => {
    assert.throws(() => formatText('a {', 'en'), /opens nothing/);
    assert.throws(() => formatText('{n, plural, one {x', 'en'), /does not close/);
  });
});

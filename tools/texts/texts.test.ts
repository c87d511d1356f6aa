import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allLanguages } from '../../wire/languages.ts';
import { parts, readTexts } from './catalogues.ts';
import { findProblems, getCategories } from './messages.ts';
import { writeParameters } from './parameters.ts';

const english = '{count, plural, one {# message} other {# messages}} from {name}';

describe('The check of texts', () => {
  it('The check of texts finds no problem in a correct translation', () => {
    assert.deepEqual(
      findProblems('{count, plural, one {# Nachricht} other {# Nachrichten}} von {name}', english, 'de'),
      [],
    );
    assert.deepEqual(findProblems('{name}からのメッセージ{count, plural, other {#}}件', english, 'ja'), []);
  });

  for (const [what, text, locale, problem] of [
    ['An empty text', ' ', 'de', /empty/],
    ['A text that is no ICU message', '{count, plural, one {#}', 'de', /no ICU message/],
    ['A missing value', '{count, plural, one {#} other {#}}', 'de', /leaves out \{name\}/],
    ['An unknown value', '{count, plural, one {#} other {#}} {name} {names}', 'de', /names \{names\}/],
    ['A missing plural category', '{count, plural, one {#} other {#}} {name}', 'ar', /lacks .* zero/],
    ['An unknown plural category', '{count, plural, few {#} other {#}} {name}', 'ja', /few, which ja/],
    ['A count by what is no number', '{name, plural, other {#}} {count}', 'ja', /counts by \{name\}/],
    ['A quoted brace', "l'{name} {count, plural, one {#} other {#}}", 'fr', /apostrophe before a brace/],
    ['A number format', '{count, number} {name}', 'ja', /not supported/],
    ['Another space at an end', ' {count, plural, other {#}} {name}', 'ja', /spaces/],
  ] as const)
    it(`The check of texts reports: ${what}`, () => {
      assert.match(findProblems(text, english, locale).join('\n'), problem);
    });

  it('The check of texts knows the plural categories of each language', () => {
    const categories = Object.fromEntries(
      allLanguages.map(({ code }) => [code, getCategories(code).join(' ')]),
    );
    assert.deepEqual(categories, {
      en: 'one other',
      de: 'one other',
      fr: 'one other',
      es: 'one other',
      'pt-br': 'one other',
      ja: 'other',
      'zh-hans': 'other',
      ar: 'zero one two few many other',
    });
  });

  it('The parameters of texts have the types by which they are used', () => {
    const texts = { a: 'plain', b: english, c: '{what, select, x {X} other {{name}}}' };
    assert.match(
      writeParameters('Doc.', texts),
      /\{\n {2}'b': \{ count: number; name: string \| number \};\n {2}'c': \{ what: string; name: string \| number \};\n\}/,
    );
  });

  it('All English texts are valid ICU messages, with apostrophes doubled beside braces', () => {
    for (const part of parts)
      for (const [key, text] of Object.entries(readTexts(part, 'en')))
        assert.deepEqual(findProblems(text, text, 'en'), [], key);
  });
});

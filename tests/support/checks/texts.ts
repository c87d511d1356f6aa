/** What holds of every catalogue of texts, the web client's and the server's. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { IntlMessageFormat } from 'intl-messageformat';
import { formatText } from '../../../wire/icu.ts';

type Texts = Readonly<Record<string, string>>;

const counts = [0, 1, 2, 5, 1000];

/** Sentences of the suite that it is called in; the compiler sees to it that no key is missing or too many. */
export function testTexts<Locale extends string>(catalogues: Readonly<Record<Locale | 'en', Texts>>): void {
  for (const [locale, texts] of Object.entries<Texts>(catalogues)) {
    it(`are formatted in ${locale} as the whole of ICU would`, () => {
      for (const [key, text] of Object.entries(texts)) {
        const whole = parsed(text, locale);
        for (const count of counts) {
          const values = { ...wordsIn(text), count };
          assert.equal(formatText(text, locale, values), whole.format(values), key);
        }
      }
    });

    it(`are there in ${locale}, and ask for nothing that English does not ask for`, () => {
      for (const [key, text] of Object.entries(texts)) {
        assert.notEqual(text.trim(), '', key);
        const known = namesIn(parsed(catalogues.en[key] ?? '', 'en').getAst());
        for (const name of namesIn(parsed(text, locale).getAst()))
          assert.ok(known.has(name), `${key}: ${name}`);
      }
    });
  }
}

const parsed = (text: string, locale: string) =>
  new IntlMessageFormat(text, locale, undefined, { ignoreTag: true });

/** Something for every name that the text may ask for. */
const wordsIn = (text: string) =>
  Object.fromEntries([...text.matchAll(/\{(\w+)/g)].map(([, word = '']) => [word, `<${word}>`]));

type Part = ReturnType<IntlMessageFormat['getAst']>[number];

/** The kind of part that is written as it stands. */
const literal = 0;

/** What the text asks for, in its choices too. */
function namesIn(parts: readonly Part[]): Set<string> {
  const names = parts.flatMap((part) => {
    if (!('value' in part) || part.type.valueOf() === literal) return [];
    const inside = 'options' in part ? Object.values(part.options).map(({ value }) => namesIn(value)) : [];
    return [part.value, ...inside.flatMap((found) => [...found])];
  });
  return new Set(names);
}

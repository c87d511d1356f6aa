/** What holds of every catalogue of texts, the web client's and the server's. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { IntlMessageFormat } from 'intl-messageformat';
import { readTexts, type Part } from '../../../tools/texts/catalogues.ts';
import { formatText } from '../../../wire/icu.ts';
import { languages } from '../../../wire/languages.ts';

const counts = [0, 1, 2, 3, 5, 11, 1000];

/** A sentence of the suite that it is called in, for each language. */
export function testTexts(part: Part): void {
  for (const { code } of languages)
    it(`The texts of ${part.name} are formatted in ${code} as a complete implementation of ICU does`, () => {
      const texts = Object.entries(readTexts(part, code));
      assert.ok(texts.length > 0);
      for (const [key, text] of texts) {
        const whole = new IntlMessageFormat(text, code, undefined, { ignoreTag: true });
        for (const count of counts) {
          const values = valuesFor(text, count);
          assert.equal(formatText(text, code, values), whole.format(values), key);
        }
      }
    });
}

/** Something for every name that the text may ask for, and numbers where it counts. */
const valuesFor = (text: string, count: number) =>
  Object.fromEntries(
    [...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => [
      name,
      new RegExp(`\\{${name}, plural`).test(text) ? count : `<${name}>`,
    ]),
  );

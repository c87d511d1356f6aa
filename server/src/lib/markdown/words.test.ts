/** No word that someone wrote is missing from what others see. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderMessage, type RenderOptions } from './render.ts';
import { linkifiers, previews } from '../../../../tests/support/markdown/cast.ts';
import { everything } from '../../../../tests/support/markdown/markup.ts';
import { readable, texts } from '../../../../tests/support/markdown/words.ts';
import { nobody } from './types.ts';

/** More runs look further, another seed elsewhere: HEDDLE_TEST_WORDS_RUNS=100000 HEDDLE_TEST_WORDS_SEED=1. */
const numRuns = Number(process.env.HEDDLE_TEST_WORDS_RUNS ?? 1500);
const seed = Number(process.env.HEDDLE_TEST_WORDS_SEED ?? 4711);

const situations: Record<string, RenderOptions> = {
  'no options': {},
  'every option': {
    organizationUrl: 'https://chat.example.org',
    linkifiers,
    previews,
    translateEmoticons: true,
    defaultCodeLanguage: 'js',
  },
};

for (const [name, options] of Object.entries(situations)) {
  for (const [whose, names] of Object.entries({ nobody, everything })) {
    test(`No word is lost with ${name} where a name means ${whose}`, (t) => {
      t.diagnostic(`HEDDLE_TEST_WORDS_SEED=${seed}`);
      fc.assert(
        fc.property(texts, ({ source, words }) => {
          const { html } = renderMessage(source, names, options);
          const seen = readable(html);
          const lost = words.filter((word) => !seen.includes(word));
          assert.deepEqual(lost, [], `${JSON.stringify(source)} became ${html}`);
        }),
        { numRuns, seed },
      );
    });
  }
}

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { testTexts } from '../../../../tests/support/checks/texts.ts';
import { endingStatus } from '../../pages/join-pages.ts';
import { de } from './de/index.ts';
import { en } from './en/index.ts';
import { getLanguage } from './i18n.ts';

const sources = new URL('..', import.meta.url);

describe('Server texts', () => {
  testTexts({ en, de });

  it('Every server text is used', () => {
    const code = globSync('**/*.ts', { cwd: sources, exclude: ['texts/{en,de}/*', '**/*.test.ts'] })
      .map((path) => readFileSync(new URL(path, sources), 'utf8'))
      .join('\n');
    const ofEndings = Object.keys(endingStatus).flatMap((why) => [`join.${why}`, `join.${why}.text`]);
    const unsaid = Object.keys(en).filter((key) => !code.includes(`'${key}'`) && !ofEndings.includes(key));
    assert.deepEqual(unsaid, []);
  });

  it('The server texts are found by language codes of settings and browsers', () => {
    for (const code of ['de', 'DE', 'de-at', 'de-Latn-CH']) assert.equal(getLanguage(code), 'de', code);
    for (const code of ['', 'deu', 'fr', 'constructor', '__proto__', '-de'])
      assert.equal(getLanguage(code), undefined, code);
  });
});

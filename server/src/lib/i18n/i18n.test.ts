import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it, test } from 'node:test';
import { endingStatus } from '../../pages/join-pages.ts';
import { getLanguage, readCatalogue, textsIn } from './i18n.ts';
import { isTimeZone, knownTimeZone } from './time-zone.ts';

const sources = new URL('../..', import.meta.url);

describe('Server texts', () => {
  it('Every server text is used', () => {
    const code = globSync('**/*.ts', { cwd: sources, exclude: ['**/*.test.ts', '**/parameters.ts'] })
      .map((path) => readFileSync(new URL(path, sources), 'utf8'))
      .join('\n');
    const templates = [...code.matchAll(/\bt\(`([^`]*)`/g)].map(
      ([, template = '']) =>
        new RegExp(`^${template.replaceAll('.', String.raw`\.`).replaceAll(/\$\{[^}]*\}/g, '.+')}$`),
    );
    const ofEndings = Object.keys(endingStatus).flatMap((why) => [`join.${why}`, `join.${why}.text`]);
    const unused = Object.keys(readCatalogue('pages', 'en')).filter(
      (key) =>
        !code.includes(`'${key}'`) &&
        !ofEndings.includes(key) &&
        !templates.some((template) => template.test(key)),
    );
    assert.deepEqual(unused, []);
  });

  it('A text that is not translated is in English', (t) => {
    const german = readCatalogue('pages', 'de') as Record<string, string>;
    const kept = german['common.password'];
    t.after(() => Object.assign(german, { 'common.password': kept }));
    delete german['common.password'];
    assert.equal(textsIn.de('common.password'), 'Password');
    assert.equal(textsIn.de('common.email'), 'E-Mail-Adresse');
  });

  it('The server texts are found by language codes of settings and browsers', () => {
    for (const code of ['de', 'DE', 'de-at', 'de-Latn-CH', 'deu'])
      assert.equal(getLanguage(code), 'de', code);
    for (const code of ['', 'nl', 'constructor', '__proto__', '-de', 'de-'])
      assert.equal(getLanguage(code), undefined, code);
  });
});

test('A time zone is known by its exact name, and any other one is formatted as UTC', () => {
  for (const name of ['Europe/Berlin', 'America/Argentina/Ushuaia', 'Etc/GMT+5', 'UTC'])
    assert.deepEqual([isTimeZone(name), knownTimeZone(name)], [true, name]);
  for (const name of ['', 'Mars/Olympus', 'Europe', ' Europe/Berlin', 'Europe/Berlin\0'])
    assert.deepEqual([isTimeZone(name), knownTimeZone(name)], [false, 'UTC'], name);
  for (const name of ['europe/berlin', '+01:00']) assert.equal(isTimeZone(name), false, name);
});

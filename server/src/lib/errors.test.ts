import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it, test } from 'node:test';
import { errorCatalogue, type ErrorKey } from '../../../wire/errors/catalogue.ts';
import { ApiError, apiError } from './errors.ts';
import { errorText } from './i18n/errors.ts';
import { faultKinds, StorageFault } from './storage/faults.ts';
import { errorMessage } from './thrown.ts';

const sources = new URL('..', import.meta.url);
const keys = Object.keys(errorCatalogue) as ErrorKey[];
const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

describe('The catalogue of errors', () => {
  it('Every error of the catalogue is thrown somewhere', () => {
    const code = globSync('**/*.ts', { cwd: sources, exclude: ['**/*.test.ts'] })
      .map((path) => readFileSync(new URL(path, sources), 'utf8'))
      .join('\n');
    const thrown = new Set([...code.matchAll(/'([a-z-]+\.[a-z0-9-]+)'/g)].map(([, key]) => key));
    for (const kind of faultKinds) thrown.add(new StorageFault(kind).key);
    assert.deepEqual(
      keys.filter((key) => !thrown.has(key)),
      [],
    );
  });

  it('Every English text is written with its values', () => {
    for (const key of keys) {
      const { text, code, status } = errorCatalogue[key];
      const names = namesIn(text);
      const error = new ApiError(key, Object.fromEntries(names.map((name) => [name, `<${name}>`])));
      assert.equal(error.message, text.replaceAll(/\{(\w+)\}/g, '<$1>'), key);
      assert.deepEqual([error.code, error.status], [code, status], key);
    }
  });

  it('Numbers in English texts are written without separators, as clients know them', () => {
    const { message } = apiError('parameters.too-long', { name: 'content', limit: 10000 });
    assert.equal(message, 'content is too long (limit: 10000 characters)');
  });

  it('A missing value, an unknown one and an unknown key do not compile', () => {
    // @ts-expect-error The text names `least`.
    assert.match(apiError('password.short', {}).message, /at least/);
    // @ts-expect-error The text names no value.
    assert.equal(apiError('password.empty', { least: 8 }).key, 'password.empty');
    // @ts-expect-error No such error is declared.
    assert.throws(() => apiError('password.purple'));
  });

  it('Pages show errors in their language, and those for authors of clients in English', () => {
    const short = apiError('password.short', { least: 8 });
    assert.equal(errorText('de', short), 'Das Passwort ist zu schwach: Es braucht mindestens 8 Zeichen.');
    assert.equal(errorText('en', short), short.message);
    assert.equal(errorText('de', apiError('bots.invalid-type')), 'Invalid bot type');
  });
});

test('The message about a host with several addresses is that of the first one, and not empty', () => {
  const refused = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:5432`));
  assert.equal(errorMessage(new AggregateError(refused)), 'connect ECONNREFUSED ::1:5432');
  assert.equal(errorMessage(new AggregateError(refused, 'no address')), 'no address');
  assert.equal(errorMessage(new AggregateError([])), '');
  assert.equal(errorMessage(refused[1]), 'connect ECONNREFUSED 127.0.0.1:5432');
});

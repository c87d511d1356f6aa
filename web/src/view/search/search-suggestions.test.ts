import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, ann, response, ben, cat, design, inChannel, person } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import { correctSearch, searchSuggestions } from './search-suggestions.ts';

function live() {
  const made = createLive(response());
  after(made.peek(), inChannel(101, design, 'red thread'), inChannel(102, design, 'madder'));
  return made;
}

const queries = (query: string) => searchSuggestions(live(), query).map((each) => each.query);

test('Search operators are suggested by prefix, keeping the text before them', () => {
  assert.deepEqual(queries('tea ha'), ['tea has:']);
  assert.deepEqual(queries('-se'), ['-sender:']);
  assert.deepEqual(queries('fro'), ['sender:']);
});

test('Plain words, phrases and unknown operators get no suggestions', () => {
  assert.deepEqual(queries('tea'), []);
  assert.deepEqual(queries('"is'), []);
  assert.deepEqual(queries('what:ever'), []);
});

test('Search operands are suggested after an operator', () => {
  assert.deepEqual(queries('is:sta'), ['is:starred ']);
  assert.deepEqual(queries('tea -has:li'), ['tea -has:link ']);
  assert.deepEqual(queries('near:1'), []);
});

test('Suggested names with spaces are quoted, partly quoted ones too', () => {
  assert.deepEqual(queries('sender:ben'), ['sender:"Ben Bo" ']);
  assert.deepEqual(queries('topic:"red t'), ['topic:"red thread" ']);
});

test('Users are suggested in addition to those already named', () => {
  assert.deepEqual(queries('dm:"Ben Bo,cat'), ['dm:"Ben Bo,Cat Cho" ']);
});

test('Topics of the named channel are suggested, newest first', () => {
  assert.deepEqual(queries('channel:other topic:'), []);
  assert.deepEqual(queries('topic:'), ['topic:madder ', 'topic:"red thread" ']);
});

test('People of the same name are distinguished by their ids, and described by their email addresses', () => {
  const realm_users = [person(ann, 'Ann Abel'), person(ben, 'Ben Bo'), person(cat, 'ben bo')];
  const twins = createLive(response({ realm_users }));
  assert.deepEqual(
    searchSuggestions(twins, 'sender:ben').map(({ query, about }) => [query, about]),
    [
      ['sender:"Ben Bo|8" ', '8@example.com'],
      ['sender:"ben bo|9" ', '9@example.com'],
    ],
  );
  assert.deepEqual(
    searchSuggestions(twins, 'dm:ann,ben').map(({ query }) => query),
    ['dm:"ann,Ben Bo|8" ', 'dm:"ann,ben bo|9" '],
  );
  const [found] = searchSuggestions(twins, 'sender:abel');
  assert.deepEqual([found?.query, found?.about === '7@example.com'], ['sender:"Ann Abel" ', false]);
});

test('A name that nobody has is corrected by those that fit, and the rest of the search stays', () => {
  const corrected = (query: string, name: string) => correctSearch(live(), query, { kind: 'person', name });
  assert.deepEqual(corrected('-from:@ben tea in:design', 'ben'), ['-from:"Ben Bo" tea in:design']);
  assert.deepEqual(corrected('tea in:#desi', 'desi'), ['tea in:design']);
  assert.deepEqual(corrected('from:zelda', 'zelda'), []);
});

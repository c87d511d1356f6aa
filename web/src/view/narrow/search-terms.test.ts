import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ann, ben, cat, person, start } from '../../store/examples.ts';
import { requestedTerms, namesUnknownUser, getNear, parseSearch, unknownName } from './search-terms.ts';

const asked = (query: string) =>
  requestedTerms({ kind: 'search', query, terms: parseSearch(query) }, start()).map((term) =>
    'operator' in term ? [term.operator, term.operand] : term,
  );

test('Named users are searched for by ID, in any spelling of name and operator', () => {
  assert.deepEqual(asked('sender:"ben bo"'), [['sender', ben]]);
  assert.deepEqual(asked('from:me'), [['from', ann]]);
  assert.deepEqual(asked('mentions:9'), [['mentions', cat]]);
  assert.deepEqual(asked('dm:"Ben Bo,Cat Cho"'), [['dm', [ben, cat]]]);
});

test('Users with the same name are distinguished by the ID after it, if it matches', () => {
  const twins = start({
    realm_users: [person(ann, 'Ann Abel'), person(ben, 'Ben Bo'), person(cat, 'Ben Bo')],
  });
  const ask = (query: string) =>
    requestedTerms({ kind: 'search', query, terms: parseSearch(query) }, twins).map((term) =>
      'operator' in term ? term.operand : term,
    );
  assert.deepEqual(ask('sender:"Ben Bo|9"'), [cat]);
  assert.deepEqual(ask('dm:"ben bo|8,me"'), [[ben, ann]]);
  assert.deepEqual(ask('sender:"Ann Abel|9"'), ['Ann Abel|9']);
});

test('An unknown user is kept as typed, for the server to refuse', () => {
  assert.deepEqual(asked('sender:nobody'), [['sender', 'nobody']]);
  assert.deepEqual(asked('dm:"Ben Bo,Nobody"'), [['dm', 'Ben Bo,Nobody']]);
});

test('An unknown name is detected in every operator for users', () => {
  const names = (query: string) =>
    namesUnknownUser(requestedTerms({ kind: 'search', query, terms: parseSearch(query) }, start()));
  for (const query of ['sender:nobody', 'dm:"Ben Bo,Nobody"', 'tea -mentions:nobody'])
    assert.equal(names(query), true, query);
  for (const query of ['sender:"ben bo"', 'dm:"Ben Bo,Cat Cho"', 'topic:nobody', 'nobody'])
    assert.equal(names(query), false, query);
});

test('Channels, topics and words that look like user names stay words', () => {
  assert.deepEqual(asked('channel:me topic:"Ben Bo" me'), [
    ['channel', 'me'],
    ['topic', 'Ben Bo'],
    ['search', 'me'],
  ]);
});

test('A search with near opens at that message', () => {
  assert.equal(getNear(parseSearch('tea near:17')), 17);
  assert.equal(getNear(parseSearch('tea near:soon')), undefined);
  assert.equal(getNear(parseSearch('17')), undefined);
});

test('The first unknown user or channel of a search is reported', () => {
  const unknown = (query: string) => unknownName(parseSearch(query), start());
  assert.deepEqual(unknown('tea channel:foo'), { kind: 'channel', name: 'foo' });
  assert.deepEqual(unknown('-sender:"No Body" is:unread'), { kind: 'person', name: 'No Body' });
  assert.deepEqual(unknown('dm:"Ben Bo,Nobody"'), { kind: 'person', name: 'Nobody' });
  assert.equal(unknown('channel:other sender:"ben bo" from:me tea'), undefined);
});

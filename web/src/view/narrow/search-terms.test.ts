import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ann, ben, cat, person, start } from '../../store/examples.ts';
import { searchPeriod } from './search-dates.ts';
import {
  requestedTerms,
  namesUnknownUser,
  getNear,
  parseSearch,
  unknownName,
  getNearDate,
} from './search-terms.ts';
import { foundParts } from './found-text.ts';

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

test('Dates of a search are sent as intervals in the time zone of the device', () => {
  const [[operator, operand]] = asked('before:2026-11') as [[string, string]];
  assert.equal(operator, 'before');
  const [from, until] = operand.split('/').map((moment) => new Date(moment));
  assert.deepEqual(from, new Date(2026, 10, 1));
  assert.deepEqual(until, new Date(2026, 11, 1));
  assert.deepEqual(asked('after:soon'), [['after', 'soon']]);
});

test('A date is a word, a year, a month or a day that exists', () => {
  const now = new Date(2026, 0, 1, 12);
  assert.deepEqual(searchPeriod('Yesterday', now)?.from, new Date(2025, 11, 31));
  assert.deepEqual(searchPeriod('today', now)?.until, new Date(2026, 0, 2));
  assert.deepEqual(searchPeriod('2026-2-3', now)?.from, new Date(2026, 1, 3));
  assert.deepEqual(searchPeriod('2025', now)?.until, new Date(2026, 0, 1));
  for (const text of ['2026-02-29', '2026-13', '2026-00', '2026-1-0', 'soon', '26-1-1', ''])
    assert.equal(searchPeriod(text, now), undefined, text);
});

test('in: and from: work as in other products, with or without # and @', () => {
  assert.deepEqual(asked('in:other'), [['channel', 'other']]);
  assert.deepEqual(asked('in:#other'), [['channel', 'other']]);
  assert.deepEqual(asked('in:@me in:"ben bo"'), [
    ['dm', [ann]],
    ['dm', [ben]],
  ]);
  assert.deepEqual(asked('from:@me in:home'), [
    ['from', ann],
    ['in', 'home'],
  ]);
});

test('A search with near opens at a day too', () => {
  assert.deepEqual(getNearDate(parseSearch('tea near:2026-11-28')), new Date(2026, 10, 28));
  assert.equal(getNearDate(parseSearch('tea near:17')), undefined);
  assert.equal(getNearDate(parseSearch('tea near:soon')), undefined);
});

test('An unknown operator and an unknown date are named, but a link is no operator', () => {
  const unknown = (query: string) => unknownName(parseSearch(query), start());
  assert.deepEqual(unknown('tea size:3'), { kind: 'operator', name: 'size' });
  assert.deepEqual(unknown('on:soon'), { kind: 'date', name: 'soon' });
  assert.equal(unknown('in:home on:today https://example.com/tea'), undefined);
  assert.deepEqual(asked('https://example.com/tea'), [['search', 'https://example.com/tea']]);
});

test('Search matches are separated from the text, and entities are decoded', () => {
  assert.deepEqual(foundParts('✔ red <span class="highlight">tea</span> &amp; &lt;b&gt; &quot;x&#39;'), [
    { text: 'red ', isHit: false },
    { text: 'tea', isHit: true },
    { text: ` & <b> "x'`, isHit: false },
  ]);
});

test('A name that looks like markup is shown unchanged', () => {
  assert.deepEqual(foundParts('&amp;lt;b&amp;gt; &unknown;'), [
    { text: '&lt;b&gt; &unknown;', isHit: false },
  ]);
});

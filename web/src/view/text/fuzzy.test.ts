import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzzyRank } from './fuzzy.ts';
import { fold, foldWords, hasWords, narrowing } from './fold.ts';
import { joinFacts, joinPath } from './list.ts';
import { isolate, setLanguage, t, withoutDirections } from './text.ts';

test('Fuzzy search ranks prefixes first, then word prefixes, substrings and subsequences', () => {
  const names = ['Madder, third bath', 'The madder', 'Nomads', 'Mill and dyer'];
  assert.deepEqual(
    names.map((name) => fuzzyRank(name, 'mad')),
    [0, 1, 2, 3],
  );
});

test('Fuzzy search requires every word, in any order and case', () => {
  assert.equal(fuzzyRank('Madder, third bath', 'BATH madder'), 1);
  assert.equal(fuzzyRank('Madder, third bath', 'madder tin'), undefined);
});

test('Fuzzy subsequences must start at the beginning of a word', () => {
  assert.equal(fuzzyRank('warehouse', 'rhs'), undefined);
  assert.equal(fuzzyRank('red house', 'rhs'), 3);
});

test('Fuzzy search considers later word beginnings too', () => {
  assert.equal(fuzzyRank('smart art', 'art'), 1);
});

test('An empty fuzzy search matches everything', () => {
  assert.equal(fuzzyRank('anything', '  '), 0);
});

test('Names are compared without regard to case and diacritics', () => {
  assert.equal(fold('Ágnes ÖDÖN'), 'agnes odon');
  assert.deepEqual(foldWords('  Red  Loom '), ['red', 'loom']);
  assert.ok(
    hasWords(['red', 'loom'], 'looms', 'a red one') && !hasWords(['red', 'blue'], 'looms', 'a red one'),
  );
});

test('Letters that have no diacritic are found by those that people type for them', () => {
  assert.equal(fold('STRAẞE, Straße'), 'strasse, strasse');
  assert.equal(fold('Łódź, Søren, Đorđe, Ærø, Œuvre'), 'lodz, soren, dorde, aero, oeuvre');
});

test('A filter finds the same whether its text is typed letter by letter, corrected, or pasted', () => {
  const rows = ['Ann Abel', 'Ánna Bo', 'Ben Annan', 'Cat'].map((name) => ({ name }));
  const find = narrowing<(typeof rows)[number]>(({ name }) => [name]);
  const names = (typed: string) => find(rows, typed).map(({ name }) => name);
  assert.deepEqual(names('a'), ['Ann Abel', 'Ánna Bo', 'Ben Annan', 'Cat']);
  assert.deepEqual(names('an'), ['Ann Abel', 'Ánna Bo', 'Ben Annan']);
  assert.deepEqual(names('an b'), ['Ann Abel', 'Ánna Bo', 'Ben Annan']);
  assert.deepEqual(names('an be'), ['Ann Abel', 'Ben Annan']);
  assert.deepEqual(names('c'), ['Cat']);
  assert.equal(find(rows, ' '), rows);
});

test('A filter with the same text finds a row that was renamed meanwhile', () => {
  const rows = [{ name: 'Ann' }, { name: 'Cat' }];
  const find = narrowing<(typeof rows)[number]>(({ name }) => [name]);
  assert.equal(find(rows, 'ann').length, 1);
  rows[1]!.name = 'Joanna';
  assert.equal(find(rows, 'ann').length, 2);
});

// Names in texts that are written from right to left.

test('Where the page is written from right to left, a name in a text keeps its punctuation', async () => {
  await setLanguage('ar');
  try {
    assert.match(t('sidebar.deleteTitle', { topic: 'C++' }), /\u2068C\+\+\u2069/u);
    assert.match(t('messages.searchFor', { query: '+1' }), /\u2068\+1\u2069/u);
    assert.doesNotMatch(t('sidebar.deleteTitle', { topic: 'looms' }), /[\u2068\u2069]/u);
    const facts = joinFacts(['Ada Achterberg', '', false, '127.0.0.1']);
    assert.equal(facts, '\u200f\u2068Ada Achterberg\u2069 · \u2068127.0.0.1\u2069');
    assert.equal(joinFacts(['Member', 'Guest']), '\u200f\u2068Member\u2069 · \u2068Guest\u2069');
    assert.equal(joinPath('general', 'Welcome'), '\u200f\u2068general\u2069 › \u2068Welcome\u2069');
    assert.equal(withoutDirections(joinPath('general', 'C++')), 'general › C++');
    assert.equal(joinFacts([null, 'ada@example.com']), 'ada@example.com', 'alone, in its own direction');
  } finally {
    await setLanguage('en');
  }
  assert.equal(isolate('C++'), 'C++');
  assert.equal(joinFacts(['Ada Achterberg', '127.0.0.1']), 'Ada Achterberg · 127.0.0.1');
  assert.doesNotMatch(t('sidebar.deleteTitle', { topic: 'C++' }), /[\u2068\u2069]/u);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold, foldWords, hasWords, narrowing } from './fold.ts';

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

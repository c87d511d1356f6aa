import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { timeSuggestions } from './time-suggestions.ts';

// A Friday, in the time zone of the process.
const now = new Date(2026, 10, 27, 12, 20).getTime();
const english = { locale: 'en', hour12: false };
const labels = (query: string, clock = english) =>
  timeSuggestions(query, now, clock).map(({ label }) => label);

describe('Suggested times', () => {
  test('Without a text they are the next hour and the next mornings', () => {
    const found = labels('');
    assert.equal(found.length, 8);
    assert.deepEqual(found.slice(0, 3), ['Today, 13:00', 'Tomorrow, 09:00', 'Sun, November 29, 09:00']);
  });

  for (const [query, first] of [
    ['15:30', 'Today, 15:30'],
    ['3:30pm', 'Today, 15:30'],
    ['12 am', 'Tomorrow, 00:00'],
    ['8', 'Tomorrow, 08:00'],
    ['tomorrow 15', 'Tomorrow, 15:00'],
    ['tom', 'Tomorrow, 09:00'],
    ['mon 8:15', 'Mon, November 30, 08:15'],
    ['friday 18:00', 'Today, 18:00'],
    ['2026-12-24 18:00', 'Thu, December 24, 18:00'],
    ['2026-12-24', 'Thu, December 24, 09:00'],
    ['25:00', undefined],
    ['12:75', undefined],
    ['never', undefined],
    ['2026-12-24 at six', undefined],
  ] as const)
    test(`Suggested for ${JSON.stringify(query)}: ${String(first)}`, () =>
      assert.equal(labels(query)[0], first));

  test('Days are found by their names in the language of the page', () => {
    assert.deepEqual(labels('mont', { ...english, locale: 'de' }).length, 1);
    assert.match(labels('morgen 10', { ...english, locale: 'de' })[0] ?? '', /^Morgen.* 10:00$/);
  });

  test('The text names the moment with the offset of the writer', () => {
    const [first] = timeSuggestions('15:30', now, english);
    const written = /^<time:(2026-11-27T15:30:00[+-]\d\d:\d\d)> $/.exec(first?.text ?? '')?.[1] ?? '';
    assert.equal(new Date(written).getTime(), new Date(2026, 10, 27, 15, 30).getTime());
  });
});

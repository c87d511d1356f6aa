import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  countsToTwelve,
  dayKey,
  getComingTime,
  getDayAndTime,
  toDay,
  getMarginTime,
  getMoment,
  getShortTime,
  toTime,
  type Clock,
} from './times.ts';
import { describeWrongClock } from './wrong-clock.ts';

const here: Clock = { locale: 'en', hour12: false };
const named = (timeZone: string): Clock => ({ ...here, timeZone });
const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const at = (text: string): number => Date.parse(text) / 1000;

test('Days start at midnight of the time zone', () => {
  const key = (text: string, zone: string) => dayKey(at(text), named(zone));
  assert.equal(key('2026-03-03T22:59Z', 'Europe/Berlin'), key('2026-03-02T23:00Z', 'Europe/Berlin'));
  assert.notEqual(key('2026-03-03T23:00Z', 'Europe/Berlin'), key('2026-03-03T22:59Z', 'Europe/Berlin'));
  assert.notEqual(key('2026-03-03T18:15Z', 'Asia/Kathmandu'), key('2026-03-03T18:14Z', 'Asia/Kathmandu'));
});

test('Without a time zone, that of the device is used', () => {
  for (let hour = 0; hour < 24 * 400; hour += 7) {
    const seconds = at('2026-01-01T00:00Z') + hour * 3600;
    assert.equal(
      dayKey(seconds, here),
      dayKey(seconds, named(ownZone)),
      new Date(seconds * 1000).toISOString(),
    );
  }
});

test('A day has the shortest unambiguous name', () => {
  const clock = named('UTC');
  const day = (text: string) => toDay(at(text), at('2026-03-12T12:00Z'), clock);
  assert.equal(day('2026-03-12T00:00Z'), 'Today');
  assert.equal(day('2026-03-11T23:59Z'), 'Yesterday');
  assert.equal(day('2026-03-13T00:00Z'), 'Tomorrow');
  assert.equal(day('2026-03-08T10:00Z'), 'Sunday');
  assert.equal(day('2026-02-03T10:00Z'), 'Tue, February 3');
  assert.equal(day('2025-12-31T23:59Z'), 'December 31, 2025');
});

test('A list shows the time for today and the day otherwise', () => {
  const clock = named('UTC');
  const short = (text: string) => getShortTime(at(text), at('2026-03-12T12:00Z'), clock);
  assert.equal(short('2026-03-12T09:05Z'), toTime(at('2026-03-12T09:05Z'), clock));
  assert.equal(short('2026-03-10T09:05Z'), 'Tue');
  assert.equal(short('2026-02-03T09:05Z'), 'Feb 3');
});

test('A sentence shows the time for today, and day and time otherwise', () => {
  const clock = named('UTC');
  const moment = (text: string) => getMoment(at(text), at('2026-03-12T12:00Z'), clock);
  const time = toTime(at('2026-03-12T09:05Z'), clock);
  assert.equal(moment('2026-03-12T09:05Z'), time);
  assert.equal(moment('2026-03-10T09:05Z'), `Tuesday, ${time}`);
});

test('A sentence names the date too where the weekday could be that of today', () => {
  const clock = named('UTC');
  const coming = (text: string) => getComingTime(at(text), at('2026-03-09T08:00Z'), clock);
  const time = toTime(at('2026-03-09T09:00Z'), clock);
  assert.equal(coming('2026-03-09T09:00Z'), time);
  assert.equal(coming('2026-03-15T09:00Z'), `Sunday, ${time}`);
  assert.equal(coming('2026-03-16T09:00Z'), `Monday, March 16, ${time}`);
});

test('Day and time are separated as the language does', () => {
  const separate = (locale: string) =>
    getDayAndTime(at('2026-03-10T09:05Z'), at('2026-03-12T12:00Z'), { ...named('UTC'), locale })
      .replace(/^\p{L}+/u, '')
      .replace(/\p{N}.*/u, '');
  assert.deepEqual(['en', 'de', 'ar', 'ja'].map(separate), [', ', ', ', '، ', ' ']);
});

test('English times by the clock of the device are those that a formatter writes', () => {
  for (const hour12 of [false, true]) {
    const format = new Intl.DateTimeFormat('en', {
      hour: 'numeric',
      minute: '2-digit',
      hourCycle: hour12 ? 'h12' : 'h23',
    });
    for (let seconds = at('2026-03-01T00:00Z'); seconds < at('2026-04-01T00:00Z'); seconds += 25 * 60 + 7) {
      const written = format.format(seconds * 1000).replace('\u202f', ' ');
      assert.equal(toTime(seconds, { locale: 'en', hour12 }), written);
      assert.equal(getMarginTime(seconds, { locale: 'en', hour12 }), written.replace(/ .*/, ''));
    }
  }
});

const afternoon = Date.UTC(2026, 2, 3, 14, 5) / 1000;

test('A time in the margin omits AM and PM', () => {
  assert.equal(getMarginTime(afternoon, { locale: 'en', hour12: true, timeZone: 'UTC' }), '2:05');
  assert.equal(getMarginTime(afternoon, { locale: 'en', hour12: false, timeZone: 'UTC' }), '14:05');
  assert.equal(getMarginTime(afternoon, { locale: 'de', hour12: true, timeZone: 'UTC' }), '2:05');
});

test('Each language counts the hours as its speakers do', () => {
  const twelve = ['en', 'de', 'fr', 'es', 'pt-BR', 'ja', 'zh-Hans', 'ar'].filter(countsToTwelve);
  assert.deepEqual(twelve, ['en', 'ar']);
});

const minute = 60_000;

test('A clock that is wrong by some minutes or more is described with how much, and in which direction', () => {
  assert.match(describeWrongClock(12 * minute) ?? '', /is 12 minutes fast/);
  assert.match(describeWrongClock(-60 * minute) ?? '', /is 60 minutes slow/);
  assert.match(describeWrongClock(-180 * minute) ?? '', /is 3 hours slow/);
  assert.match(describeWrongClock(3 * 24 * 60 * minute) ?? '', /is 3 days fast/);
});

test('A clock that is nearly right is not described', () => {
  assert.equal(describeWrongClock(2 * minute), undefined);
  assert.equal(describeWrongClock(-2 * minute), undefined);
  assert.equal(describeWrongClock(0), undefined);
});

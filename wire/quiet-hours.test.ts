import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOfQuiet } from './quiet-hours.ts';

const nights = { until: null, quiet_hours: [{ days: [1, 2, 3, 4, 5], from: 22 * 60, to: 7 * 60 }] };
const at = (iso: string): number => Date.parse(iso);
const getEnd = (...given: Parameters<typeof endOfQuiet>): string | undefined => {
  const end = endOfQuiet(...given);
  return end === undefined ? undefined : new Date(end).toISOString();
};

test('Quiet hours begin on their days in the time zone of the person, and may end on the next', () => {
  // A Friday.
  assert.equal(getEnd(nights, 'Europe/Berlin', at('2026-11-27T20:59:30Z')), undefined);
  assert.equal(getEnd(nights, 'Europe/Berlin', at('2026-11-27T21:00:30Z')), '2026-11-28T06:00:00.000Z');
  assert.equal(getEnd(nights, 'Europe/Berlin', at('2026-11-28T05:59:59Z')), '2026-11-28T06:00:00.000Z');
  assert.equal(getEnd(nights, 'Europe/Berlin', at('2026-11-28T06:00:00Z')), undefined);
  assert.equal(getEnd(nights, 'Europe/Berlin', at('2026-11-28T22:00:00Z')), undefined, 'a Saturday');
  assert.equal(
    getEnd(nights, '', at('2026-11-27T22:00:00Z')),
    '2026-11-28T07:00:00.000Z',
    'UTC without a zone',
  );
  assert.equal(getEnd(nights, 'Nowhere/Else', at('2026-11-27T22:00:00Z')), '2026-11-28T07:00:00.000Z');
});

test('A pause goes over into quiet hours, and quiet hours of a whole week end at some time', () => {
  const until = at('2026-11-27T21:30:00Z') / 1000;
  assert.equal(getEnd({ until, quiet_hours: [] }, 'UTC', until * 1000 - 1), '2026-11-27T21:30:00.000Z');
  assert.equal(getEnd({ until, quiet_hours: [] }, 'UTC', until * 1000), undefined);
  assert.equal(
    getEnd({ ...nights, until }, 'Europe/Berlin', at('2026-11-27T18:00:00Z')),
    '2026-11-28T06:00:00.000Z',
  );
  const always = { until: null, quiet_hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: 0, to: 0 }] };
  assert.ok((endOfQuiet(always, 'UTC', at('2026-11-27T18:00:00Z')) ?? 0) > at('2026-11-30T00:00:00Z'));
});

test('Quiet hours end by the clock on the wall in nights in which clocks are put forward or back', () => {
  const { quiet_hours } = nights;
  const daily = {
    until: null,
    quiet_hours: quiet_hours.map((one) => ({ ...one, days: [1, 2, 3, 4, 5, 6, 7] })),
  };
  const end = (zone: string, iso: string) => getEnd(daily, zone, at(iso));
  for (const iso of ['2026-03-28T22:00:00Z', '2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z'])
    assert.equal(end('Europe/Berlin', iso), '2026-03-29T05:00:00.000Z', iso);
  for (const iso of ['2026-10-24T21:00:00Z', '2026-10-25T00:30:00Z', '2026-10-25T05:59:00Z'])
    assert.equal(end('Europe/Berlin', iso), '2026-10-25T06:00:00.000Z', iso);
  assert.equal(end('Australia/Lord_Howe', '2026-10-03T12:00:00Z'), '2026-10-03T20:00:00.000Z');
  const skipped = { until: null, quiet_hours: [{ days: [6], from: 22 * 60, to: 150 }] };
  const gone = endOfQuiet(skipped, 'Europe/Berlin', at('2026-03-28T22:00:00Z')) ?? 0;
  assert.ok(gone >= at('2026-03-29T01:00:00Z') && gone <= at('2026-03-29T01:30:00Z'), 'there is no 2:30');
});

test('A pause beyond all calendars has an end', () => {
  for (const until of [8_640_000_000_000, Number.MAX_SAFE_INTEGER])
    assert.equal(endOfQuiet({ ...nights, until }, 'Europe/Berlin', at('2026-11-27T18:00:00Z')), until * 1000);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTimeZone, knownTimeZone } from './time-zone.ts';

test('A time zone is known by its exact name, and any other one is formatted as UTC', () => {
  for (const name of ['Europe/Berlin', 'America/Argentina/Ushuaia', 'Etc/GMT+5', 'UTC'])
    assert.deepEqual([isTimeZone(name), knownTimeZone(name)], [true, name]);
  for (const name of ['', 'Mars/Olympus', 'Europe', ' Europe/Berlin', 'Europe/Berlin\0'])
    assert.deepEqual([isTimeZone(name), knownTimeZone(name)], [false, 'UTC'], name);
  for (const name of ['europe/berlin', '+01:00']) assert.equal(isTimeZone(name), false, name);
});

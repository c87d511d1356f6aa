import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ann, response, ben, cat, design, person } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import type { Narrow } from '../../store/narrow/narrow.ts';
import { peopleFilter, peopleRows } from './people.ts';
import { endOfStatus, type StatusTime } from './status-choices.ts';

const now = 1_767_323_000;
const dan = 10;
const live = createLive(
  response({
    realm_users: [
      person(cat, 'Cat Cho'),
      person(ann, 'Ann Abel'),
      person(ben, 'Ben Bo'),
      { ...person(dan, 'dan'), is_bot: true },
    ],
    realm_non_active_users: [person(11, 'Eve')],
    presences: { [String(ben)]: { active_timestamp: now - 5, idle_timestamp: now - 5 } },
  }),
);
const names = (narrow?: Narrow, filter = '') =>
  peopleFilter()(peopleRows(live, { narrow, now }), filter).map(
    ({ name, presence }) => `${name} ${presence}`,
  );

test('The people list shows present users first, each part by name, without bots and deactivated users', () => {
  assert.deepEqual(names(), ['Ann Abel active', 'Ben Bo active', 'Cat Cho offline']);
});

test('The people list of a conversation shows its participants, bots included', () => {
  assert.deepEqual(names({ kind: 'direct', userIds: [dan] }), ['Ann Abel active', 'dan offline']);
  assert.deepEqual(names({ kind: 'channel', channelId: design }), ['Ann Abel active', 'Ben Bo active']);
});

test('The people list is filtered by part of a name', () => {
  assert.deepEqual(names(undefined, ' B'), ['Ann Abel active', 'Ben Bo active']);
  assert.deepEqual(names(undefined, 'cho'), ['Cat Cho offline']);
});

/** Monday, 2 March 2026, on this device. */
const at = (day: number, hours: number, minutes = 0): number =>
  new Date(2026, 2, day, hours, minutes).getTime();

test('A status ends after a while, at midnight, with Sunday, as before, or never', () => {
  const getEnd = (time: StatusTime, now: number) => endOfStatus(time, now, at(20, 9));
  assert.equal(getEnd('halfHour', at(2, 9)), at(2, 9, 30));
  assert.equal(getEnd('hour', at(2, 9)), at(2, 10));
  assert.equal(getEnd('today', at(2, 23, 59)), at(3, 0));
  assert.equal(getEnd('week', at(2, 9)), at(9, 0));
  assert.equal(getEnd('week', at(8, 9)), at(9, 0), 'Sunday is the last day of a week');
  assert.equal(getEnd('kept', at(2, 9)), at(20, 9));
  assert.equal(getEnd('never', at(2, 9)), undefined);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { group, subscription } from '../../../../wire/examples.ts';
import { ann, response, ben, cat, design, person } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import { personName } from '../narrow/names.ts';
import { groupPeople, nobodyChosen, suggestSets, toAdd, type FilledSet } from './people-sets.ts';

const dan = 10;
const dyers = 91;
const weavers = 92;

const live = createLive(
  response({
    realm_users: [person(ann, 'Ann Abel'), person(ben, 'Ben Bo'), person(cat, 'Cat Cho')],
    realm_non_active_users: [person(dan, 'Dan Dorn')],
    realm_user_groups: [
      { ...group, id: dyers, name: 'dyers', members: [ben, dan] },
      { ...group, id: weavers, name: 'weavers', members: [cat], direct_subgroup_ids: [dyers] },
      { ...group, id: 93, name: 'former dyers', members: [ann], deactivated: true },
      { ...group, id: 94, name: 'role:nobody', members: [] },
    ],
    subscriptions: [{ ...subscription, name: 'dyeing', subscriber_count: 1, subscribers: [ann] }],
  }),
);

const found = (text: string, channelId?: number) =>
  suggestSets(live, text, channelId).map(({ kind, name }) => `${kind} ${name}`);
const set = (ids: readonly number[]): FilledSet => ({ kind: 'group', id: dyers, name: 'dyers', ids });
const none: ReadonlySet<number> = new Set();

test('Groups and channels to add are found by parts of their names, except deactivated ones and the channel itself', () => {
  assert.deepEqual(found('dye'), ['group dyers', 'channel dyeing']);
  assert.deepEqual(found('dye', design), ['group dyers']);
  assert.deepEqual(found('nobody'), []);
  assert.deepEqual(found('no such thing'), []);
});

test('The members of a group include those of its subgroups', () => {
  assert.deepEqual([...groupPeople(live, weavers)].sort(), [dan, ben, cat].sort());
});

test('Each user is added once, and existing subscribers are counted instead', () => {
  const chosen = { people: [cat, ben], sets: [set([ben, ann]), set([cat])] };
  assert.deepEqual(toAdd(live, chosen, new Set([ann])), { ids: [cat, ben], present: 1, deactivated: [] });
  assert.deepEqual(toAdd(live, nobodyChosen, none), { ids: [], present: 0, deactivated: [] });
});

test('Deactivated members of a group are named instead of added', () => {
  const { ids, deactivated } = toAdd(live, { people: [], sets: [set([ben, dan])] }, none);
  assert.deepEqual([ids, deactivated], [[ben], [dan]]);
  assert.deepEqual(
    deactivated.map((id) => personName(live, id)),
    ['Dan Dorn'],
  );
  assert.deepEqual(toAdd(live, { people: [], sets: [set([dan])] }, new Set([dan])).deactivated, []);
});

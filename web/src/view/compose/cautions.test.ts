import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ann, ben, cat, design, person, response } from '../../store/examples.ts';
import { createLive, type Live } from '../../store/live.ts';
import { cautionsFor, sharedNames } from './cautions.ts';

const former = { ...person(11, 'Ben Bo'), is_active: false };

const withPeople = (...names: string[]): Live =>
  createLive(
    response({
      realm_users: [
        person(ann, 'Ann Abel'),
        person(ben, 'Ben Bo'),
        ...names.map((name, i) => person(cat + i, name)),
      ],
      realm_non_active_users: [former],
    }),
  );

test('A mention by a name that several people have is said to notify none of them', () => {
  const live = withPeople('ben bo', 'Cat Cho');
  for (const [text, names] of [
    ['@**Ben Bo** look', ['Ben Bo']],
    ['@**BEN BO** and @**Ben Bo** look', ['Ben Bo']],
    [`@**Ben Bo|${String(ben)}** look`, []],
    ['@**Cat Cho** look', []],
    ['@_**Ben Bo** is away', []],
    ['`@**Ben Bo**` is how', []],
    ['@**all** look', []],
    ['Ben Bo', []],
  ] as const)
    assert.deepEqual(sharedNames(live, text), names, text);
});

test('A deactivated person shares a name with nobody', () => {
  assert.deepEqual(sharedNames(withPeople('Cat Cho'), '@**Ben Bo** look'), []);
});

test('A person with a shared name is no outsider whom the mention would miss', () => {
  const outsiders = (live: Live, text: string) =>
    cautionsFor(live, { kind: 'topic', channelId: design, topic: 'lunch' }, text)?.outsiders.map(
      ({ user_id: id }) => id,
    );
  assert.deepEqual(outsiders(withPeople('Cat Cho'), '@**cat cho** look'), [cat]);
  assert.deepEqual(outsiders(withPeople('Cat Cho', 'Cat Cho'), '@**Cat Cho** look'), []);
});

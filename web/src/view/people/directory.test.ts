import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ann, ben, cat, person, response } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import { directoryRows, type DirectoryFilter } from './directory.ts';

const live = createLive(
  response({
    realm_users: [
      person(cat, 'Zoë Cho'),
      { ...person(ann, 'Ann Abel'), delivery_email: 'Ann.Zoll@example.com' },
      { ...person(10, 'dan'), is_bot: true },
      person(ben, 'Ben Bo'),
    ],
    realm_non_active_users: [person(11, 'Eve')],
  }),
);
const names = (filter: DirectoryFilter, text = ''): string[] =>
  directoryRows(live, filter, text).map(({ full_name: name }) => name);

test('The directory lists people by name, bots and deactivated users apart', () => {
  assert.deepEqual(names('everyone'), ['Ann Abel', 'Ben Bo', 'Zoë Cho']);
  assert.deepEqual(names('bots'), ['dan']);
  assert.deepEqual(names('deactivated'), ['Eve']);
});

test('The directory is filtered by parts of names without their marks, and by email addresses', () => {
  assert.deepEqual(names('everyone', 'zo'), ['Ann Abel', 'Zoë Cho']);
  assert.deepEqual(names('everyone', ' CHO zoe '), ['Zoë Cho']);
});

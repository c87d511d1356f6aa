import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ann, ben, cat, person, response } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import { directoryRows, directorySearch, type DirectoryFilter } from './directory.ts';

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
  directorySearch()(directoryRows(live, filter), text).map(({ user }) => user.full_name);

test('The directory lists people by name, bots and deactivated users apart', () => {
  assert.deepEqual(names('everyone'), ['Ann Abel', 'Ben Bo', 'Zoë Cho']);
  assert.deepEqual(names('bots'), ['dan']);
  assert.deepEqual(names('deactivated'), ['Eve']);
});

test('The directory is filtered by parts of names without diacritics, and by email addresses', () => {
  assert.deepEqual(names('everyone', 'zo'), ['Ann Abel', 'Zoë Cho']);
  assert.deepEqual(names('everyone', ' CHO zoe '), ['Zoë Cho']);
});

test('The directory finds the same whether a text is typed letter by letter or pasted', () => {
  const rows = directoryRows(live, 'everyone');
  const search = directorySearch();
  for (const text of ['z', 'zo', 'zo ', 'zo c', 'zo', 'bb', 'ann.z', ''])
    assert.deepEqual(search(rows, text), directorySearch()(rows, text), text);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { group } from '../../../../wire/examples.ts';
import { permissionSettings } from '../../../../wire/permissions.ts';
import { response, ann, ben } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import {
  chooseValue,
  groupsToChoose,
  permissionChoices,
  getSetting,
  severalValue,
} from './permission-choices.ts';

const nobody = 60;
const members = 61;
const weavers = 62;
const named = (id: number, name: string, is_system_group: boolean) => ({
  ...group,
  id,
  name,
  is_system_group,
  deactivated: false,
});
const live = createLive(
  response({
    realm_user_groups: [
      named(nobody, 'role:nobody', true),
      named(members, 'role:members', true),
      named(weavers, 'weavers', false),
    ],
  }),
);
const open = permissionSettings.realm.can_create_groups;
const ofSystem = permissionSettings.realm.can_create_web_public_channel_group;
const values = (of: readonly { value: number }[]) => of.map(({ value }) => value);

test('A permission can be given to a group, or to chosen users and groups', () => {
  assert.deepEqual(values(permissionChoices(live, members, open)), [members, nobody, weavers, chooseValue]);
});

test('Of many groups, a permission lists its own, and its dialog lists all', () => {
  const many = Array.from({ length: 300 }, (_, at) => named(100 + at, `team ${at}`, false));
  const large = createLive(response({ realm_user_groups: [named(members, 'role:members', true), ...many] }));
  assert.deepEqual(values(permissionChoices(large, members, open)), [members, chooseValue]);
  assert.deepEqual(values(permissionChoices(large, 117, open)), [members, 117, chooseValue]);
  assert.equal(groupsToChoose(large, open).length, 301);
});

test('A permission limited to system groups cannot be customized', () => {
  assert.ok(!values(permissionChoices(live, nobody, ofSystem)).includes(chooseValue));
});

test('A custom permission is listed first, by its names', () => {
  const current = { direct_members: [ben], direct_subgroups: [weavers] };
  const [first] = permissionChoices(live, current, open);
  assert.equal(first?.value, severalValue);
  assert.match(first.text, /^weavers, /);
});

test('The group “nobody” is not offered for a custom permission', () => {
  assert.deepEqual(values(groupsToChoose(live, open)), [members, weavers]);
});

test('A custom permission with one group is that group, and an empty one is nobody', () => {
  assert.equal(getSetting(live, [], [weavers]), weavers);
  assert.equal(getSetting(live, [], []), nobody);
  const both = { direct_members: [ann], direct_subgroups: [weavers] };
  assert.deepEqual(getSetting(live, [ann], [weavers]), both);
});

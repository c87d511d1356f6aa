import assert from 'node:assert/strict';
import { test } from 'node:test';
import { group } from '../../../wire/examples.ts';
import { permissionSettings } from '../../../wire/permissions.ts';
import { answer, ann, ben } from '../store/examples.ts';
import { createLive } from '../store/live.ts';
import {
  chooseValue,
  groupsToChoose,
  permissionChoices,
  settingOf,
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
  answer({
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

test('A permission goes to a group, or to people and groups of one’s choice', () => {
  assert.deepEqual(values(permissionChoices(live, members, open)), [members, nobody, weavers, chooseValue]);
});

test('Where only groups that follow roles may hold it, nothing is put together', () => {
  assert.ok(!values(permissionChoices(live, nobody, ofSystem)).includes(chooseValue));
});

test('What was put together stands first, by its names', () => {
  const current = { direct_members: [ben], direct_subgroups: [weavers] };
  const [first] = permissionChoices(live, current, open);
  assert.equal(first?.value, severalValue);
  assert.match(first.text, /^weavers, /);
});

test('Nobody is no part of a choice', () => {
  assert.deepEqual(values(groupsToChoose(live, open)), [members, weavers]);
});

test('One group alone is that group, and a choice of nothing is nobody', () => {
  assert.equal(settingOf(live, [], [weavers]), weavers);
  assert.equal(settingOf(live, [], []), nobody);
  const both = { direct_members: [ann], direct_subgroups: [weavers] };
  assert.deepEqual(settingOf(live, [ann], [weavers]), both);
});

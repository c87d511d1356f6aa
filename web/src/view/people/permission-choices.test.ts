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
import {
  groupsToAdd,
  mayAddMembers,
  mayJoinGroup,
  mayLeaveGroup,
  mayManageGroup,
  mayRemoveMembers,
} from './group-rights.ts';

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

const only = (id: number) => ({ direct_members: [id], direct_subgroups: [] });
const notAnn = {
  is_system_group: false,
  deactivated: false,
  can_add_members_group: only(ben),
  can_join_group: only(ben),
  can_leave_group: only(ben),
  can_manage_group: only(ben),
  can_mention_group: only(ben),
  can_remove_members_group: only(ben),
};

function rights(change: object) {
  const live = createLive(response({ realm_user_groups: [{ ...group, ...notAnn, ...change }] }));
  const made = live.peek().groups.get(group.id)!;
  return {
    manage: mayManageGroup(live, made),
    add: mayAddMembers(live, made),
    remove: mayRemoveMembers(live, made),
    join: mayJoinGroup(live, made),
    leave: mayLeaveGroup(live, made),
  };
}

const none = { manage: false, add: false, remove: false, join: false, leave: false };

test('A user without permissions on a group cannot do anything with it', () => {
  assert.deepEqual(rights({}), none);
});

test('A user who can manage a group can change its members', () => {
  const all = { manage: true, add: true, remove: true, join: true, leave: true };
  assert.deepEqual(rights({ can_manage_group: only(ann) }), all);
});

test('A user who can add members can join, and one who can remove members can leave', () => {
  assert.deepEqual(rights({ can_add_members_group: only(ann) }), { ...none, add: true, join: true });
  assert.deepEqual(rights({ can_remove_members_group: only(ann) }), { ...none, remove: true, leave: true });
  assert.deepEqual(rights({ can_join_group: only(ann) }), { ...none, join: true });
});

test('System groups cannot be changed', () => {
  assert.deepEqual(rights({ is_system_group: true, can_manage_group: only(ann) }), none);
});

test('A deactivated group cannot be joined or left, but reactivated by those who manage it', () => {
  assert.deepEqual(rights({ deactivated: true, can_manage_group: only(ann) }), { ...none, manage: true });
});

test('A group can become a subgroup unless it contains the other group or is deactivated', () => {
  const named = (id: number, change: object) => ({ ...group, ...notAnn, id, name: `g${id}`, ...change });
  const inside = { direct_subgroup_ids: [] };
  const live = createLive(
    response({
      realm_user_groups: [
        named(51, { direct_subgroup_ids: [52] }),
        named(52, inside),
        named(53, { direct_subgroup_ids: [54] }),
        named(54, { direct_subgroup_ids: [51] }),
        named(55, { ...inside, deactivated: true }),
        named(56, inside),
        named(57, { ...inside, is_system_group: true, name: 'role:nobody' }),
        named(58, { ...inside, is_system_group: true, name: 'role:moderators' }),
      ],
    }),
  );
  const made = live.peek().groups.get(51);
  assert.ok(made);
  assert.deepEqual(
    groupsToAdd(live, made).map(({ id }) => id),
    [58, 56],
  );
});

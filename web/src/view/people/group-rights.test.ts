import assert from 'node:assert/strict';
import { test } from 'node:test';
import { group } from '../../../../wire/examples.ts';
import { ann, response, ben } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import {
  groupsToAdd,
  mayAddMembers,
  mayJoinGroup,
  mayLeaveGroup,
  mayManageGroup,
  mayRemoveMembers,
} from './group-rights.ts';

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

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { group } from '../../../../wire/examples.ts';
import { after, ann, ben, cat, start, response, design, person } from '../examples.ts';
import { holds, isInGroup, stateFromRegister } from '../index.ts';
import { without } from '../base/objects.ts';

const designers = group.id;
const about = { type: 'user_group', group_id: designers } as const;

describe('Groups', () => {
  it('A new group has its members', () => {
    const state = after(start(), {
      type: 'user_group',
      op: 'add',
      group: { ...group, id: 31, members: [cat] },
    });
    assert.deepEqual(state.groups.get(31)?.members, new Set([cat]));
  });

  it('Group members are added and removed', () => {
    const state = after(
      start(),
      { ...about, op: 'add_members', user_ids: [cat] },
      { ...about, op: 'remove_members', user_ids: [ben] },
    );
    assert.deepEqual(state.groups.get(designers)?.members, new Set([ann, cat]));
  });

  it('Subgroups are added and removed', () => {
    const state = after(start(), { ...about, op: 'add_subgroups', direct_subgroup_ids: [40, 41] });
    after(state, { ...about, op: 'remove_subgroups', direct_subgroup_ids: [40] });
    assert.deepEqual(state.groups.get(designers)?.direct_subgroup_ids, new Set([41]));
  });

  it('A group update changes only the given properties', () => {
    const state = after(start(), { ...about, op: 'update', data: { name: 'artists', deactivated: true } });
    const changed = state.groups.get(designers);
    assert.deepEqual(
      [changed?.name, changed?.deactivated, changed?.description],
      ['artists', true, group.description],
    );
  });

  it('A group permission is normalized whatever the order of its members', () => {
    const holders = { direct_members: [9, 7], direct_subgroups: [3, 1] };
    const state = after(start(), { ...about, op: 'update', data: { can_join_group: holders } });
    assert.deepEqual(state.groups.get(designers)?.can_join_group, {
      direct_members: [7, 9],
      direct_subgroups: [1, 3],
    });
  });

  it('A deleted group is removed', () => {
    assert.equal(after(start(), { ...about, op: 'remove' }).groups.size, 0);
  });

  it('Group membership includes subgroups, even in cycles', () => {
    const inner = { ...group, id: 31, members: [cat], direct_subgroup_ids: [designers] };
    const state = after(
      start(),
      { type: 'user_group', op: 'add', group: inner },
      { ...about, op: 'add_subgroups', direct_subgroup_ids: [31] },
    );
    assert.ok(isInGroup(state.groups, designers, cat));
    assert.ok(!isInGroup(state.groups, designers, 10));
  });

  it('A group permission applies to its members only', () => {
    const { groups } = start();
    assert.ok(holds(groups, designers, ben));
    assert.ok(!holds(groups, designers, cat));
    assert.ok(holds(groups, { direct_members: [cat], direct_subgroups: [designers] }, cat));
    assert.ok(holds(groups, { direct_members: [cat], direct_subgroups: [designers] }, ben));
    assert.ok(!holds(groups, { direct_members: [], direct_subgroups: [] }, ann));
  });
});

const update = { type: 'realm_user', op: 'update' } as const;

describe('Users', () => {
  it('A new user has all given properties', () => {
    const dan = person(10, 'Dan Day');
    const state = after(start(), { type: 'realm_user', op: 'add', person: dan });
    assert.deepEqual(state.users.get(10), dan);
  });

  it('Renaming a user updates the own name too', () => {
    const state = after(start(), { ...update, person: { user_id: ann, full_name: 'Ann Bo' } });
    assert.equal(state.users.get(ann)?.full_name, 'Ann Bo');
    assert.equal(state.own.full_name, 'Ann Bo');
  });

  it('Renaming a user leaves others unchanged', () => {
    const state = after(start(), { ...update, person: { user_id: ben, full_name: 'Benno' } });
    assert.equal(state.own.full_name, 'Ann Abel');
    assert.equal(state.users.get(cat)?.full_name, 'Cat Cho');
  });

  it('A role change updates the derived properties of a user', () => {
    const state = after(start(), { ...update, person: { user_id: ben, role: 200 } });
    const { role, is_owner, is_admin, is_guest } = state.users.get(ben) ?? {};
    assert.deepEqual([role, is_owner, is_admin, is_guest], [200, false, true, false]);
  });

  it('A role change can make a user a guest', () => {
    const state = after(start(), { ...update, person: { user_id: ben, role: 600 } });
    assert.equal(state.users.get(ben)?.is_guest, true);
    assert.equal(state.users.get(ben)?.is_admin, false);
  });

  it('An email change updates the visible and the delivery email', () => {
    const state = after(
      start(),
      { ...update, person: { user_id: ben, new_email: 'b@example.com' } },
      { ...update, person: { user_id: ben, delivery_email: null } },
    );
    assert.equal(state.users.get(ben)?.email, 'b@example.com');
    assert.equal(state.users.get(ben)?.delivery_email, null);
  });

  it('A profile field value is set and cleared', () => {
    const field = (value: string | null) =>
      ({ ...update, person: { user_id: ben, custom_profile_field: { id: 3, value } } }) as const;
    const state = after(start(), field('Tea'));
    assert.deepEqual(state.users.get(ben)?.profile_data, { 3: { value: 'Tea' } });
    after(state, field(null));
    assert.deepEqual(state.users.get(ben)?.profile_data, {});
  });

  it('A deactivated user is in no group and no channel', () => {
    const state = after(start(), { ...update, person: { user_id: ben, is_active: false } });
    assert.equal(state.users.get(ben)?.is_active, false);
    assert.deepEqual([...(state.subscribers.get(design)?.ids ?? [])], [ann]);
    assert.equal(state.channels.get(design)?.subscriber_count, 1);
    assert.ok([...state.groups.values()].every((group) => !group.members.has(ben)));
  });

  it('A user who is no longer visible is unknown', () => {
    const state = after(start(), {
      type: 'realm_user',
      op: 'remove',
      person: { user_id: ben, full_name: 'Ben Bo' },
    });
    assert.ok(!state.users.has(ben));
    assert.ok(!state.subscribers.get(design)?.ids.has(ben));
  });

  it('A user update does not create an unknown user', () => {
    const state = after(start(), { ...update, person: { user_id: 99, full_name: 'Nobody' } });
    assert.ok(!state.users.has(99));
  });

  it('The store requires a registration with the own user', () => {
    assert.throws(() => stateFromRegister(without(response(), ['user_id'])), /realm_user/);
  });
});

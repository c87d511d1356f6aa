import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { group } from '../../../../wire/examples.ts';
import { after, ann, ben, cat, start } from '../examples.ts';
import { holds, isInGroup } from '../index.ts';

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

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { group } from '../../../wire/examples.ts';
import { after, ann, ben, cat, start } from './examples.ts';
import { holds, isInGroup } from './index.ts';

const designers = group.id;
const about = { type: 'user_group', group_id: designers } as const;

describe('groups', () => {
  it('appear with their members', () => {
    const state = after(start(), {
      type: 'user_group',
      op: 'add',
      group: { ...group, id: 31, members: [cat] },
    });
    assert.deepEqual(state.groups.get(31)?.members, new Set([cat]));
  });

  it('gain and lose members', () => {
    const state = after(
      start(),
      { ...about, op: 'add_members', user_ids: [cat] },
      { ...about, op: 'remove_members', user_ids: [ben] },
    );
    assert.deepEqual(state.groups.get(designers)?.members, new Set([ann, cat]));
  });

  it('gain and lose groups inside them', () => {
    const state = after(start(), { ...about, op: 'add_subgroups', direct_subgroup_ids: [40, 41] });
    after(state, { ...about, op: 'remove_subgroups', direct_subgroup_ids: [40] });
    assert.deepEqual(state.groups.get(designers)?.direct_subgroup_ids, new Set([41]));
  });

  it('change what is named and keep the rest', () => {
    const state = after(start(), { ...about, op: 'update', data: { name: 'artists', deactivated: true } });
    const changed = state.groups.get(designers);
    assert.deepEqual(
      [changed?.name, changed?.deactivated, changed?.description],
      ['artists', true, group.description],
    );
  });

  it('hold a permission in one form, whatever order its holders are told in', () => {
    const holders = { direct_members: [9, 7], direct_subgroups: [3, 1] };
    const state = after(start(), { ...about, op: 'update', data: { can_join_group: holders } });
    assert.deepEqual(state.groups.get(designers)?.can_join_group, {
      direct_members: [7, 9],
      direct_subgroups: [1, 3],
    });
  });

  it('go', () => {
    assert.equal(after(start(), { ...about, op: 'remove' }).groups.size, 0);
  });

  it('have those as members who are in groups inside them, in circles too', () => {
    const inner = { ...group, id: 31, members: [cat], direct_subgroup_ids: [designers] };
    const state = after(
      start(),
      { type: 'user_group', op: 'add', group: inner },
      { ...about, op: 'add_subgroups', direct_subgroup_ids: [31] },
    );
    assert.ok(isInGroup(state.groups, designers, cat));
    assert.ok(!isInGroup(state.groups, designers, 10));
  });

  it('give a permission to their members and to nobody else', () => {
    const { groups } = start();
    assert.ok(holds(groups, designers, ben));
    assert.ok(!holds(groups, designers, cat));
    assert.ok(holds(groups, { direct_members: [cat], direct_subgroups: [designers] }, cat));
    assert.ok(holds(groups, { direct_members: [cat], direct_subgroups: [designers] }, ben));
    assert.ok(!holds(groups, { direct_members: [], direct_subgroups: [] }, ann));
  });
});

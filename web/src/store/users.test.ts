import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { after, ann, answer, ben, cat, design, person, start } from './examples.ts';
import { stateFromRegister } from './index.ts';
import { without } from './objects.ts';

const update = { type: 'realm_user', op: 'update' } as const;

describe('people', () => {
  it('come with all that is told of them', () => {
    const dan = person(10, 'Dan Day');
    const state = after(start(), { type: 'realm_user', op: 'add', person: dan });
    assert.deepEqual(state.users.get(10), dan);
  });

  it('get another name, also oneself', () => {
    const state = after(start(), { ...update, person: { user_id: ann, full_name: 'Ann Bo' } });
    assert.equal(state.users.get(ann)?.full_name, 'Ann Bo');
    assert.equal(state.own.full_name, 'Ann Bo');
  });

  it('get another name without touching anybody else', () => {
    const state = after(start(), { ...update, person: { user_id: ben, full_name: 'Benno' } });
    assert.equal(state.own.full_name, 'Ann Abel');
    assert.equal(state.users.get(cat)?.full_name, 'Cat Cho');
  });

  it('become what their role makes them', () => {
    const state = after(start(), { ...update, person: { user_id: ben, role: 200 } });
    const { role, is_owner, is_admin, is_guest } = state.users.get(ben) ?? {};
    assert.deepEqual([role, is_owner, is_admin, is_guest], [200, false, true, false]);
  });

  it('become guests', () => {
    const state = after(start(), { ...update, person: { user_id: ben, role: 600 } });
    assert.equal(state.users.get(ben)?.is_guest, true);
    assert.equal(state.users.get(ben)?.is_admin, false);
  });

  it('change their e-mail, and one may see the real one or not', () => {
    const state = after(
      start(),
      { ...update, person: { user_id: ben, new_email: 'b@example.com' } },
      { ...update, person: { user_id: ben, delivery_email: null } },
    );
    assert.equal(state.users.get(ben)?.email, 'b@example.com');
    assert.equal(state.users.get(ben)?.delivery_email, null);
  });

  it('fill in a profile field and empty it', () => {
    const field = (value: string | null) =>
      ({ ...update, person: { user_id: ben, custom_profile_field: { id: 3, value } } }) as const;
    const state = after(start(), field('Tea'));
    assert.deepEqual(state.users.get(ben)?.profile_data, { 3: { value: 'Tea' } });
    after(state, field(null));
    assert.deepEqual(state.users.get(ben)?.profile_data, {});
  });

  it('are in no group and no channel once deactivated', () => {
    const state = after(start(), { ...update, person: { user_id: ben, is_active: false } });
    assert.equal(state.users.get(ben)?.is_active, false);
    assert.deepEqual([...(state.subscribers.get(design)?.ids ?? [])], [ann]);
    assert.equal(state.channels.get(design)?.subscriber_count, 1);
    assert.ok([...state.groups.values()].every((group) => !group.members.has(ben)));
  });

  it('are unknown when one may no longer see them', () => {
    const state = after(start(), {
      type: 'realm_user',
      op: 'remove',
      person: { user_id: ben, full_name: 'Ben Bo' },
    });
    assert.ok(!state.users.has(ben));
    assert.ok(!state.subscribers.get(design)?.ids.has(ben));
  });

  it('who are not known are not made up by a change', () => {
    const state = after(start(), { ...update, person: { user_id: 99, full_name: 'Nobody' } });
    assert.ok(!state.users.has(99));
  });

  it('need a registration that tells who one is', () => {
    assert.throws(() => stateFromRegister(without(answer(), ['user_id'])), /realm_user/);
  });
});

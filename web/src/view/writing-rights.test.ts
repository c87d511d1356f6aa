import assert from 'node:assert/strict';
import { test } from 'node:test';
import { channel } from '../../../wire/examples.ts';
import { ann, answer, ben, cat, design, person } from '../store/examples.ts';
import { createLive } from '../store/live.ts';
import { writingObjection } from './writing-rights.ts';

const nobody = { direct_members: [], direct_subgroups: [] };
const only = (...ids: number[]) => ({ direct_members: ids, direct_subgroups: [] });

function inChannel(change: object): string | undefined {
  const live = createLive(answer({}));
  live.peek().channels.set(design, { ...channel, is_archived: false, ...change });
  return writingObjection(live, { kind: 'topic', channelId: design, topic: 'lunch' });
}

function toPeople(userIds: number[], change: object, benIs: object = {}): string | undefined {
  const people = [
    { ...person(ann, 'Ann Abel'), is_active: true, is_bot: false },
    { ...person(ben, 'Ben Berg'), is_active: true, is_bot: false, ...benIs },
  ];
  const live = createLive(answer({ realm_users: people, ...change }));
  return writingObjection(live, { kind: 'direct', userIds });
}

test('Where one may write, nothing is said', () => {
  assert.equal(inChannel({ can_send_message_group: only(ann) }), undefined);
  assert.equal(toPeople([ben], { realm_direct_message_permission_group: only(ann) }), undefined);
  assert.equal(
    toPeople([], { realm_direct_message_permission_group: nobody }),
    undefined,
    'notes to oneself',
  );
});

test('A channel that is archived, or open to others only, says so', () => {
  assert.match(inChannel({ can_send_message_group: only(ann), is_archived: true }) ?? '', /archived/);
  assert.match(inChannel({ can_send_message_group: only(ben) }) ?? '', /read/);
});

test('Nobody writes to an account that is deactivated', () => {
  assert.match(toPeople([ben], {}, { is_active: false }) ?? '', /Ben Berg/);
});

test('Of those in a direct conversation one must be allowed to have it; bots and strangers are left to the server', () => {
  const closed = { realm_direct_message_permission_group: nobody };
  assert.notEqual(toPeople([ben], closed), undefined);
  assert.equal(toPeople([ben], { realm_direct_message_permission_group: only(ben) }), undefined);
  assert.equal(toPeople([ben], closed, { is_bot: true }), undefined);
  assert.equal(toPeople([cat], closed), undefined);
});

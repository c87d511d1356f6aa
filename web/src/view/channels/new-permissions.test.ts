import assert from 'node:assert/strict';
import { test } from 'node:test';
import { group } from '../../../../wire/examples.ts';
import { permissionSettings } from '../../../../wire/permissions.ts';
import { ann, response, ben } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import {
  channelPermissionsInOrder,
  groupPermissionsInOrder,
  mayChoose,
  getOnly,
  permissionDefault,
} from './new-permissions.ts';

const only = (...ids: number[]) => ({ direct_members: ids, direct_subgroups: [] });
const members = { ...group, id: 31, name: 'role:members' };
const nobody = { ...group, id: 32, name: 'role:nobody' };

const liveWith = (deleters: number) =>
  createLive(
    response({
      realm_user_groups: [members, nobody],
      realm_can_set_delete_message_policy_group: only(deleters),
    }),
  );

test('All permissions of a new channel or group are offered', () => {
  assert.deepEqual([...channelPermissionsInOrder].sort(), Object.keys(permissionSettings.stream).sort());
  assert.deepEqual([...groupPermissionsInOrder].sort(), Object.keys(permissionSettings.group).sort());
});

test('The permissions of a new channel or group start with the server’s defaults', () => {
  const live = liveWith(ann);
  assert.equal(permissionDefault(live, permissionSettings.stream.can_subscribe_group), nobody.id);
  for (const rules of [
    permissionSettings.stream.can_administer_channel_group,
    permissionSettings.group.can_manage_group,
  ])
    assert.deepEqual(permissionDefault(live, rules), only(ann), 'the creator');
  assert.equal(permissionDefault(live, permissionSettings.stream.can_send_message_group), undefined);
  assert.equal(permissionDefault(live, undefined), undefined, 'a server that does not say');
});

const open = { isPrivate: false, isHistoryOpen: true };
const shut = { isPrivate: true, isHistoryOpen: false };

test('Permission choices that would be refused or have no effect are not offered', () => {
  const [may, mayNot] = [liveWith(ann), liveWith(ben)];
  for (const deletion of ['can_delete_any_message_group', 'can_delete_own_message_group'] as const) {
    assert.ok(mayChoose(may, deletion, open));
    assert.ok(!mayChoose(mayNot, deletion, open));
  }
  assert.ok(mayChoose(mayNot, 'can_create_topic_group', open));
  assert.ok(mayChoose(mayNot, 'can_create_topic_group', { isPrivate: true, isHistoryOpen: true }));
  assert.ok(!mayChoose(mayNot, 'can_create_topic_group', shut), 'topics that not everyone can see');
  assert.ok(mayChoose(mayNot, 'can_subscribe_group', shut));
  assert.ok(!mayChoose(mayNot, 'can_subscribe_group', open), 'everyone can subscribe themselves');
  assert.ok(mayChoose(mayNot, 'can_send_message_group', shut));
});

test('Permission choices that became invalid are dropped', () => {
  const chosen = { can_create_topic_group: nobody.id, can_send_message_group: only(ann) };
  assert.deepEqual(getOnly(chosen, ['can_send_message_group']), { can_send_message_group: only(ann) });
  assert.deepEqual(getOnly({}, ['can_send_message_group']), {});
});

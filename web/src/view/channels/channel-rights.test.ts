import assert from 'node:assert/strict';
import { test } from 'node:test';
import { channel } from '../../../../wire/examples.ts';
import type { Channel } from '../../../../wire/channels.ts';
import { ann, response, design, person } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import {
  mayAddPeople,
  mayAdminister,
  mayCreateChannel,
  mayDecide,
  mayOpenToWeb,
  mayReadChannel,
  maySubscribe,
} from './channel-rights.ts';

const nobody = { direct_members: [], direct_subgroups: [] };
const onlyAnn = { direct_members: [ann], direct_subgroups: [] };
const closed = Object.fromEntries(
  Object.keys(channel)
    .filter((name) => name.startsWith('can_'))
    .map((name) => [name, nobody]),
) as Partial<Channel>;
const open: Channel = { ...channel, ...closed, invite_only: false, is_web_public: false, is_archived: false };
const secret: Channel = { ...open, invite_only: true };
const elsewhere = 999;

function live(role: Partial<ReturnType<typeof person>> = {}, change = {}) {
  return createLive(
    response({
      realm_users: [{ ...person(ann, 'Ann Abel'), is_admin: false, is_guest: false, ...role }],
      realm_can_add_subscribers_group: nobody,
      realm_can_create_public_channel_group: onlyAnn,
      realm_can_create_private_channel_group: nobody,
      ...change,
    }),
  );
}

test('A member can join public channels, and private ones with permission', () => {
  assert.equal(maySubscribe(live(), elsewhere, open), true);
  assert.equal(maySubscribe(live(), design, open), false, 'is in it already');
  assert.equal(maySubscribe(live(), elsewhere, secret), false);
  assert.equal(maySubscribe(live(), elsewhere, { ...secret, can_subscribe_group: onlyAnn }), true);
  assert.equal(maySubscribe(live(), elsewhere, { ...open, is_archived: true }), false);
  assert.equal(maySubscribe(live({ is_guest: true }), elsewhere, open), false);
});

test('An administrator can change a private channel without reading it', () => {
  const admin = live({ is_admin: true });
  assert.equal(mayAdminister(admin, secret), true);
  assert.equal(mayReadChannel(admin, elsewhere, secret), false);
  assert.equal(mayAddPeople(admin, elsewhere, secret), false);
  assert.equal(mayAdminister(live(), secret), false);
  assert.equal(mayAdminister(live(), { ...secret, can_administer_channel_group: onlyAnn }), true);
});

test('Adding subscribers requires permission in the channel or the organization', () => {
  assert.equal(mayAddPeople(live(), design, open), false);
  assert.equal(mayAddPeople(live(), design, { ...open, can_add_subscribers_group: onlyAnn }), true);
  assert.equal(mayAddPeople(live({}, { realm_can_add_subscribers_group: onlyAnn }), design, open), true);
});

test('Creating each type of channel requires its permission', () => {
  assert.equal(mayCreateChannel(live(), 'public'), true);
  assert.equal(mayCreateChannel(live(), 'private'), false);
});

test('Changing the deletion permissions of a channel requires the organization’s permission', () => {
  const decides = (change: object) =>
    mayDecide(live({}, change), design, open, 'can_delete_any_message_group');
  assert.equal(decides({ realm_can_set_delete_message_policy_group: nobody }), false);
  assert.equal(decides({ realm_can_set_delete_message_policy_group: onlyAnn }), true);
});

test('Adding others to a private channel requires access to its content', () => {
  const admin = live({ is_admin: true });
  for (const name of ['can_subscribe_group', 'can_add_subscribers_group'] as const) {
    assert.equal(mayDecide(admin, elsewhere, secret, name), false);
    assert.equal(mayDecide(admin, design, secret, name), true);
  }
  assert.equal(mayDecide(admin, elsewhere, secret, 'can_send_message_group'), true);
});

test('A channel can be web-public if server, organization and group allow it', () => {
  const all = {
    server_web_public_streams_enabled: true,
    realm_enable_spectator_access: true,
    realm_can_create_web_public_channel_group: onlyAnn,
  };
  assert.equal(mayOpenToWeb(live({}, all)), true);
  assert.equal(mayOpenToWeb(live({}, { ...all, server_web_public_streams_enabled: false })), false);
  assert.equal(mayOpenToWeb(live({}, { ...all, realm_enable_spectator_access: false })), false);
  assert.equal(mayOpenToWeb(live({}, { ...all, realm_can_create_web_public_channel_group: nobody })), false);
});

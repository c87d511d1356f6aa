import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { group } from '../../../../wire/examples.ts';
import type { Message } from '../../../../wire/messages.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { ann, ben, design, direct, inChannel, person, start } from '../../store/examples.ts';
import type { State } from '../../store/index.ts';
import { lastEditable, mayResolve, messageRights } from './message-rights.ts';

const everyone = 90;
const nobody = 91;
const sentAt = 1_767_323_000;

// COMPAT(the wire): there a channel is a stream.
const organization = {
  realm_allow_message_editing: true,
  realm_message_content_edit_limit_seconds: 600,
  realm_message_content_delete_limit_seconds: 600,
  realm_move_messages_within_stream_limit_seconds: 600,
  realm_move_messages_between_streams_limit_seconds: null,
  realm_message_edit_history_visibility_policy: 'all',
  realm_enable_read_receipts: true,
  realm_moderation_request_channel_id: -1,
  realm_can_delete_any_message_group: nobody,
  realm_can_delete_own_message_group: everyone,
  realm_can_move_messages_between_topics_group: everyone,
  realm_can_move_messages_between_channels_group: nobody,
  realm_can_resolve_topics_group: nobody,
} satisfies Partial<RegisterResponse>;

function stateWith(change: Partial<RegisterResponse> = {}): State {
  const groups = [
    { ...group, id: everyone, members: [ann, ben], direct_subgroup_ids: [] },
    { ...group, id: nobody, members: [], direct_subgroup_ids: [] },
  ];
  const state = start({ ...organization, realm_user_groups: groups, ...change });
  Object.assign(state.channels.get(design)!, {
    is_archived: false,
    can_delete_any_message_group: nobody,
    can_delete_own_message_group: nobody,
    can_move_messages_out_of_channel_group: nobody,
    can_move_messages_within_channel_group: nobody,
    can_resolve_topics_group: nobody,
  });
  return state;
}

const sent = (sender_id: number, change: Partial<Message> = {}): Message =>
  ({
    ...inChannel(5, design, 'lunch').message,
    sender_id,
    timestamp: sentAt,
    flags: [],
    ...change,
  }) as Message;

const soon = sentAt + 60;
const late = sentAt + 601;

describe('Permission to edit messages', () => {
  test('Editing a message is allowed to its sender within the time limit', () => {
    const state = stateWith();
    assert.equal(messageRights(state, sent(ann), soon).edit, true);
    assert.equal(messageRights(state, sent(ann), late).edit, false);
    assert.equal(messageRights(state, sent(ben), soon).edit, false);
  });

  test('A message can always be edited without a time limit, and never where editing is disabled', () => {
    const forever = stateWith({ realm_message_content_edit_limit_seconds: null });
    assert.equal(messageRights(forever, sent(ann), late * 2).edit, true);
    const off = stateWith({ realm_allow_message_editing: false });
    assert.equal(messageRights(off, sent(ann), soon).edit, false);
  });

  test('Polls cannot be edited', () => {
    const submessage = { id: 1, message_id: 5, sender_id: ann, msg_type: 'widget', content: '{}' };
    const { edit, delete: remove } = messageRights(
      stateWith(),
      sent(ann, { submessages: [submessage] }),
      soon,
    );
    assert.deepEqual([edit, remove], [false, true]);
  });

  test('Messages in an archived channel cannot be edited', () => {
    const state = stateWith();
    state.channels.get(design)!.is_archived = true;
    const { edit, moveTopic, delete: remove } = messageRights(state, sent(ann), soon);
    assert.deepEqual([edit, moveTopic, remove], [false, false, false]);
  });

  test('The edit key selects the newest editable message', () => {
    const state = stateWith();
    for (const [id, sender] of [
      [1, ann],
      [2, ann],
      [3, ben],
    ] as const)
      state.messages.set(id, sent(sender, { id }));
    assert.equal(lastEditable(state, [1, 2, 3], soon), 2);
    assert.equal(lastEditable(state, [3], soon), undefined);
  });
});

describe('Permission to move messages', () => {
  test('Moving a message requires permission of the organization or the channel', () => {
    const state = stateWith();
    const before = messageRights(state, sent(ben), soon);
    assert.deepEqual([before.moveTopic, before.moveChannel], [true, false]);
    state.channels.get(design)!.can_move_messages_out_of_channel_group = {
      direct_members: [ann],
      direct_subgroups: [],
    };
    assert.equal(messageRights(state, sent(ben), soon).moveChannel, true);
  });

  test('Moving a message is limited in time except for moderators', () => {
    assert.equal(messageRights(stateWith(), sent(ben), late).moveTopic, false);
    const moderators = stateWith({ realm_users: [{ ...person(ann, 'Ann Abel'), role: 300 }] });
    assert.equal(messageRights(moderators, sent(ben), late).moveTopic, true);
  });

  test('Direct messages cannot be moved', () => {
    const message = { ...direct(6, [ann, ben]).message, flags: [] } as Message;
    const { moveTopic, moveChannel } = messageRights(stateWith(), message, soon);
    assert.deepEqual([moveTopic, moveChannel], [false, false]);
  });
});

describe('Permission to delete messages', () => {
  test('Deleting is allowed for one’s own messages within the limit, and for any with permission', () => {
    const state = stateWith();
    assert.equal(messageRights(state, sent(ann), soon).delete, true);
    assert.equal(messageRights(state, sent(ann), late).delete, false);
    assert.equal(messageRights(state, sent(ben), soon).delete, false);
    state.channels.get(design)!.can_delete_any_message_group = everyone;
    assert.equal(messageRights(state, sent(ben), late).delete, true);
  });

  test('Deleting treats messages of one’s own bots as one’s own', () => {
    const state = stateWith();
    state.users.set(30, { ...person(30, 'Bot'), bot_owner_id: ann });
    assert.equal(messageRights(state, sent(30), soon).delete, true);
  });
});

describe('Message history and receipts', () => {
  const edited = sent(ben, { last_edit_timestamp: soon });
  const moved = sent(ben, { last_moved_timestamp: soon });

  test('The message history is available if there is one and the organization shows it', () => {
    assert.equal(messageRights(stateWith(), sent(ben), soon).seeHistory, false);
    assert.equal(messageRights(stateWith(), edited, soon).seeHistory, true);
    const moves = stateWith({ realm_message_edit_history_visibility_policy: 'moves' });
    assert.equal(messageRights(moves, edited, soon).seeHistory, false);
    assert.equal(messageRights(moves, moved, soon).seeHistory, true);
    const none = stateWith({ realm_message_edit_history_visibility_policy: 'none' });
    assert.equal(messageRights(none, moved, soon).seeHistory, false);
  });

  test('Read receipts are available unless the organization disables them', () => {
    assert.equal(messageRights(stateWith(), sent(ben), soon).seeReceipts, true);
    const off = stateWith({ realm_enable_read_receipts: false });
    assert.equal(messageRights(off, sent(ben), soon).seeReceipts, false);
  });
});

test('Messages of others can be reported where the organization has moderation', () => {
  assert.equal(messageRights(stateWith(), sent(ben), soon).report, false);
  const moderated = stateWith({ realm_moderation_request_channel_id: design });
  assert.equal(messageRights(moderated, sent(ben), soon).report, true);
  assert.equal(messageRights(moderated, sent(ann), soon).report, false);
});

test('Resolving a topic requires permission and a named topic', () => {
  const state = stateWith();
  assert.equal(mayResolve(state, design, 'lunch'), false);
  state.channels.get(design)!.can_resolve_topics_group = everyone;
  assert.equal(mayResolve(state, design, 'lunch'), true);
  assert.equal(mayResolve(state, design, ''), false);
  assert.equal(mayResolve(state, 999, 'lunch'), false);
});

/** Permissions on a message, so that only allowed actions are offered. The server decides. */
import type { Channel } from '../../../../wire/channels.ts';
import type { GroupSetting } from '../../../../wire/core.ts';
import type { Message } from '../../../../wire/messages.ts';
import { holds, type State } from '../../store/index.ts';
import { getConversation } from '../../store/narrow/narrow.ts';

export type MessageRights = {
  /** Whether its content may be edited. */
  edit: boolean;
  moveTopic: boolean;
  moveChannel: boolean;
  delete: boolean;
  seeHistory: boolean;
  seeReceipts: boolean;
  report: boolean;
};

/** The lowest role without a time limit for moving. */
const moderator = 300;

/** @param now seconds since 1970 */
export function messageRights(state: State, message: Message, now: number): MessageRights {
  const { organization } = state;
  const place = getConversation(message, state.own.user_id);
  const channel = place.kind === 'topic' ? state.channels.get(place.channelId) : undefined;
  const isFrozen = channel?.is_archived === true;
  return {
    edit: !isFrozen && mayEdit(state, message, now),
    moveTopic: !isFrozen && channel !== undefined && mayMove(state, channel, message, now, 'topic'),
    moveChannel: !isFrozen && channel !== undefined && mayMove(state, channel, message, now, 'channel'),
    delete: !isFrozen && mayDelete(state, channel, message, now),
    seeHistory: hasHistory(state, message),
    seeReceipts: organization.realm_enable_read_receipts === true,
    report:
      message.sender_id !== state.own.user_id && (organization.realm_moderation_request_channel_id ?? -1) > 0,
  };
}

/** Whether the time limit of a setting has not passed; `null` is no limit. */
const isInTime = (limit: number | null | undefined, { timestamp }: Message, now: number): boolean =>
  limit === null || now - timestamp <= (limit ?? 0);

const isHeld = (state: State, setting: GroupSetting | undefined): boolean =>
  setting !== undefined && holds(state.groups, setting, state.own.user_id);

const getRole = (state: State): number => state.users.get(state.own.user_id)?.role ?? Infinity;

function mayEdit(state: State, message: Message, now: number): boolean {
  const { realm_allow_message_editing: allowed, realm_message_content_edit_limit_seconds: limit } =
    state.organization;
  // Submessages, such as options added to a poll, belong to the content.
  const isText = message.submessages.length === 0;
  const isOwn = message.sender_id === state.own.user_id;
  return isOwn && isText && allowed === true && isInTime(limit, message, now);
}

function mayMove(
  state: State,
  channel: Channel,
  message: Message,
  now: number,
  what: 'topic' | 'channel',
): boolean {
  const { organization } = state;
  // COMPAT(the wire): there a channel is a stream.
  const limit =
    what === 'topic'
      ? organization.realm_move_messages_within_stream_limit_seconds
      : organization.realm_move_messages_between_streams_limit_seconds;
  const isInside = getRole(state) <= moderator || isInTime(limit, message, now);
  return isInside && isAllowedToMove(state, channel, what);
}

function isAllowedToMove(state: State, channel: Channel, what: 'topic' | 'channel'): boolean {
  const { organization } = state;
  return what === 'topic'
    ? isHeld(state, organization.realm_can_move_messages_between_topics_group) ||
        isHeld(state, channel.can_move_messages_within_channel_group)
    : isHeld(state, organization.realm_can_move_messages_between_channels_group) ||
        isHeld(state, channel.can_move_messages_out_of_channel_group);
}

function mayDelete(state: State, channel: Channel | undefined, message: Message, now: number): boolean {
  const { organization } = state;
  const any =
    isHeld(state, organization.realm_can_delete_any_message_group) ||
    isHeld(state, channel?.can_delete_any_message_group);
  if (any) return true;
  const isOwn =
    message.sender_id === state.own.user_id ||
    state.users.get(message.sender_id)?.bot_owner_id === state.own.user_id;
  const own =
    isHeld(state, organization.realm_can_delete_own_message_group) ||
    isHeld(state, channel?.can_delete_own_message_group);
  return isOwn && own && isInTime(organization.realm_message_content_delete_limit_seconds, message, now);
}

/** Whether it has an edit history to show. */
function hasHistory({ organization }: State, message: Message): boolean {
  const policy = organization.realm_message_edit_history_visibility_policy;
  if (policy === 'none') return false;
  const isMoved = message.last_moved_timestamp !== undefined;
  return isMoved || (policy === 'all' && message.last_edit_timestamp !== undefined);
}

/** Whether the person may resolve topics of a channel. The empty topic cannot be resolved. */
export function mayResolve(state: State, channelId: number, topic: string): boolean {
  const channel = state.channels.get(channelId);
  if (channel === undefined || channel.is_archived || topic === '') return false;
  return (
    isHeld(state, state.organization.realm_can_resolve_topics_group) ||
    isHeld(state, channel.can_resolve_topics_group)
  );
}

/** Whether the person may move some messages in a channel; time limits are checked when they try. */
export function mayMoveTopic(state: State, channelId: number): boolean {
  const channel = state.channels.get(channelId);
  if (channel === undefined || channel.is_archived) return false;
  return isAllowedToMove(state, channel, 'topic') || isAllowedToMove(state, channel, 'channel');
}

/** The newest of the person's own messages in the range that may be edited. */
export function lastEditable(state: State, ids: readonly number[], now: number): number | undefined {
  return ids.findLast((id) => {
    const message = state.messages.get(id);
    return message !== undefined && messageRights(state, message, now).edit;
  });
}

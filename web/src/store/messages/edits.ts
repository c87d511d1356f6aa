/** Edited and moved messages. */
import type { EventOf } from '../../../../wire/events.ts';
import type { EditHistoryItem, FoundMessage, Message } from '../../../../wire/messages.ts';
import type { ChannelState } from '../base/channel-state.ts';
import { defineNoun } from '../base/noun.ts';
import type { Organization } from '../organization/organization.ts';
import { changeMention, moveUnreads, type FlagState } from '../own/flags.ts';
import type { MessageState } from './messages.ts';
import { isResolved } from '../../../../wire/topics.ts';

type Edit = EventOf<'update_message'>;
type EditState = ChannelState & FlagState & MessageState & { organization: Organization };

function reduceEdit(state: EditState, event: Edit): void {
  const message = state.messages.get(event.message_id);
  if (message) message.flags = [...event.flags];
  if (message && event.rendered_content !== undefined) changeContent(state, message, event);
  changeMention(state, event);
  if (event.propagate_mode === undefined) return;
  for (const id of event.message_ids) {
    const moved = state.messages.get(id);
    if (moved?.type === 'stream') changePlace(state, moved, event);
  }
  moveUnreads(state, event);
  noteNewest(state, event);
}

function changeContent(state: EditState, message: Message, event: Edit): void {
  message.content =
    message.content_type === 'text/html' ? (event.rendered_content ?? '') : (event.content ?? '');
  // The highlighted search matches belong to the old text.
  delete (message as FoundMessage).match_content;
  message.is_me_message = event.is_me_message ?? message.is_me_message;
  if (event.rendering_only) return;
  message.last_edit_timestamp = event.edit_timestamp;
  if (historyPolicy(state) === 'moves') message.edit_history ??= [];
  if (historyPolicy(state) === 'all')
    remember(message, {
      user_id: event.user_id,
      timestamp: event.edit_timestamp,
      prev_content: event.orig_content ?? '',
      prev_rendered_content: event.orig_rendered_content ?? '',
      ...(event.propagate_mode === undefined ? {} : placeItem(event)),
    });
}

const historyPolicy = (state: EditState): unknown =>
  state.organization.realm_message_edit_history_visibility_policy;

const remember = (message: Message, item: EditHistoryItem): void => {
  message.edit_history = [item, ...(message.edit_history ?? [])];
};

function placeItem(event: Edit): Partial<EditHistoryItem> {
  const item: Partial<EditHistoryItem> = {};
  if (event.subject !== undefined) {
    item.topic = event.subject;
    item.prev_topic = event.orig_subject ?? '';
  }
  if (event.new_stream_id !== undefined && event.stream_id !== undefined) {
    item.stream = event.new_stream_id;
    item.prev_stream = event.stream_id;
  }
  return item;
}

function changePlace(state: EditState, message: Message & { type: 'stream' }, event: Edit): void {
  message.subject = event.subject ?? message.subject;
  if (event.topic_links !== undefined) message.topic_links = event.topic_links;
  if (event.new_stream_id !== undefined) {
    message.stream_id = event.new_stream_id;
    message.display_recipient = state.channels.get(event.new_stream_id)?.name ?? message.display_recipient;
  }
  if (!isResolving(event)) message.last_moved_timestamp = event.edit_timestamp;
  const isRemembered = message.id === event.message_id && event.rendered_content !== undefined;
  if (historyPolicy(state) !== 'none' && !isRemembered)
    remember(message, { user_id: event.user_id, timestamp: event.edit_timestamp, ...placeItem(event) });
}

/** Whether the change only resolves or unresolves the topic. */
function isResolving({ subject, orig_subject: before = '', new_stream_id: channelId }: Edit): boolean {
  if (subject === undefined || channelId !== undefined) return false;
  const bare = (topic: string) => topic.replace(/^[✔ ]+/u, '');
  return isResolved(subject) !== isResolved(before) && bare(subject) === bare(before);
}

/** A message that is moved into a subscribed channel may be newer than all messages known before. */
function noteNewest(state: EditState, { new_stream_id: channelId, message_ids: ids }: Edit): void {
  if (channelId === undefined || !state.subscriptions.has(channelId)) return;
  state.maxMessageId = Math.max(state.maxMessageId, ...ids.slice(-1));
}

export const edits = defineNoun({
  keys: [],
  state: {},
  reducers: { update_message: reduceEdit },
  touches: { update_message: 'any' },
});

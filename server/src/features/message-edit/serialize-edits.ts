/** Serializes edits as events and as items of the edit history. */
import type { PropagateMode } from '../../../../wire/edits.ts';
import type { EditHistoryItem } from '../../../../wire/messages.ts';
import type { EditFields } from '../../core/log/index.ts';
import type { Channel } from '../../core/organization/index.ts';
import { topicLinks } from '../../lib/markdown/links/topic-links.ts';
import type { Linkifier } from '../../lib/markdown/types.ts';

/** A change of content. */
export interface ContentChange {
  before: { content: string; rendered: string };
  after: { content: string; rendered: string; isMe: boolean };
}

/** A change of topic or channel. */
export interface PlaceChange {
  from: { channel: Channel; topic: string };
  to: { channel: Channel; topic: string };
  mode: PropagateMode;
}

export interface EditFacts {
  /** Null if only the rendering changed, without an edit. */
  userId: number | null;
  /** The message that the request names; one of `ids`. */
  messageId: number;
  ids: readonly number[];
  /** Milliseconds since 1970. */
  at: number;
  /** Undefined for a direct message. */
  channel: Channel | undefined;
  content?: ContentChange | undefined;
  /** The new rendering, if only that changed. */
  rendering?: { content: string; rendered: string } | undefined;
  place?: PlaceChange | undefined;
  /** Linkifiers, which make links in topics. */
  linkifiers: readonly Linkifier[];
}

export function editFields(facts: EditFacts): EditFields {
  const { userId, messageId, ids, at, channel, content, place, rendering, linkifiers } = facts;
  const fields: EditFields = {
    user_id: userId,
    rendering_only: rendering !== undefined,
    message_id: messageId,
    message_ids: [...ids],
    edit_timestamp: Math.floor(at / 1000),
  };
  if (channel && !rendering) {
    fields.stream_name = channel.name;
    fields.stream_id = channel.id;
  }
  if (rendering) {
    fields.content = rendering.content;
    fields.rendered_content = rendering.rendered;
  }
  if (content) addContent(fields, content);
  if (place) addPlace(fields, place, linkifiers);
  return fields;
}

/**
 * The part of an edit that is about these of its messages; undefined if it is about none of them. The content is that of the
 * message that the request named, and for nobody who may read only others.
 */
export function fieldsAbout(fields: EditFields, ids: readonly number[]): EditFields | undefined {
  const [first] = ids;
  if (first === undefined) return undefined;
  if (ids.includes(fields.message_id)) return { ...fields, message_ids: [...ids] };
  const {
    orig_content: _,
    orig_rendered_content: __,
    content: ___,
    rendered_content: ____,
    is_me_message: _____,
    ...others
  } = fields;
  return { ...others, message_id: first, message_ids: [...ids] };
}

function addContent(fields: EditFields, { before, after }: ContentChange): void {
  fields.orig_content = before.content;
  fields.orig_rendered_content = before.rendered;
  fields.content = after.content;
  fields.rendered_content = after.rendered;
  fields.is_me_message = after.isMe;
}

function addPlace(
  fields: EditFields,
  { from, to, mode }: PlaceChange,
  linkifiers: readonly Linkifier[],
): void {
  fields.propagate_mode = mode;
  fields.orig_subject = from.topic;
  if (from.channel.id !== to.channel.id) fields.new_stream_id = to.channel.id;
  if (from.topic === to.topic) return;
  fields.subject = to.topic;
  fields.topic_links = [...topicLinks(to.topic, linkifiers)];
}

/** The item that an edit adds to the history of each message that it changed. */
export function historyItem({ userId, at, content, place }: EditFacts): EditHistoryItem {
  const item: EditHistoryItem = { user_id: userId, timestamp: Math.floor(at / 1000) };
  if (content) {
    item.prev_content = content.before.content;
    item.prev_rendered_content = content.before.rendered;
  }
  if (place && place.from.channel.id !== place.to.channel.id) {
    item.prev_stream = place.from.channel.id;
    item.stream = place.to.channel.id;
  }
  if (place && place.from.topic !== place.to.topic) {
    item.prev_topic = place.from.topic;
    item.topic = place.to.topic;
  }
  return item;
}

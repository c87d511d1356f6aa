/** Edited and moved messages, for each class of clients. */
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import { type Encoder, type EventRules, messageById, once, openObject } from '../../core/events/index.ts';
import {
  type Audience,
  type EditEvent,
  type EditFields,
  type ReaderFlags,
  isEditEvent,
} from '../../core/log/index.ts';
import { flagNames, shown } from '../../core/messages/index.ts';

/** One text per class of clients; only the reader's flags are added per queue. */
const encodeEdit: Encoder = ({ event }, queue, shared) => {
  if (!isEditEvent(event)) return null;
  const takesEmpty = queue.options.capabilities.empty_topic_name === true;
  const text = once(shared, `${takesEmpty}`, () =>
    openObject({ type: event.type, ...(takesEmpty ? event.fields : withTopicNames(event.fields)) }),
  );
  return `${text},"flags":${JSON.stringify(flagNames(getBits(event.readers, queue.userId)))}`;
};

function getBits(readers: ReaderFlags, userId: number): number {
  const group = readers.find(([, userIds]) => userIds.includes(userId));
  return group ? group[0] : shown.read | shown.historical;
}

function withTopicNames(fields: EditFields): EditFields {
  const named = { ...fields };
  if (named.orig_subject === '') named.orig_subject = emptyTopicDisplayName;
  if (named.subject === '') named.subject = emptyTopicDisplayName;
  return named;
}

/** Where the message is now. A new rendering does not name the channel: its audience does. */
function getSubject(id: number, { fields }: EditEvent, audience: Audience) {
  const channelId = fields.new_stream_id ?? fields.stream_id;
  return channelId === undefined ? messageById(id, audience) : ({ kind: 'message', id, channelId } as const);
}

/** The fields about the content of the message that the request named. */
function withoutContent(fields: EditFields): EditFields {
  const {
    orig_content: _,
    orig_rendered_content: __,
    content: ___,
    rendered_content: ____,
    is_me_message: _____,
    ...others
  } = fields;
  return others;
}

export const editEvents: Pick<EventRules, 'update_message'> = {
  update_message: {
    to: ['readers'],
    about(event, audience) {
      const { message_ids, stream_id, new_stream_id } = event.fields;
      const messages = message_ids.map((id) => getSubject(id, event, audience));
      const isMoved = stream_id !== undefined && new_stream_id !== undefined;
      return isMoved ? [...messages, { kind: 'left', channelId: stream_id }] : messages;
    },
    reduce(event, sees, audience) {
      const { fields } = event;
      const ids = fields.message_ids.filter((id) => sees(getSubject(id, event, audience)));
      const [first] = ids;
      if (first === undefined) return null;
      const left = ids.includes(fields.message_id)
        ? fields
        : { ...withoutContent(fields), message_id: first };
      return { ...event, fields: { ...left, message_ids: ids } };
    },
    ends({ fields: { new_stream_id: movedTo, message_ids } }) {
      return movedTo === undefined ? [] : message_ids.map((id) => ({ kind: 'message', id, movedTo }));
    },
    encode: encodeEdit,
  },
};

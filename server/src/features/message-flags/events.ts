/** Changed flags: IDs alone reveal nothing, but details of messages that became unread name their topics. */
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import type { UnreadDetails } from '../../../../wire/message-flags.ts';
import { type Encoder, type EventRules, once, openObject } from '../../core/events/index.ts';
import { type LoggedEvent, isEvent } from '../../core/log/index.ts';

type FlagsEvent = LoggedEvent<'update_message_flags'>;
type Details = Record<string, UnreadDetails>;

const encodeFlags: Encoder = ({ event }, queue, shared) => {
  const details = isEvent(event, 'update_message_flags') ? getDetails(event) : undefined;
  if (!details || queue.options.capabilities.empty_topic_name)
    return once(shared, '', () => openObject(event));
  return once(shared, 'named topics', () => openObject({ ...event, message_details: withNames(details) }));
};

function withNames(details: Details): Details {
  return Object.fromEntries(
    Object.entries(details).map(([id, one]) => [
      id,
      one.type === 'stream' && one.topic === '' ? { ...one, topic: emptyTopicDisplayName } : one,
    ]),
  );
}

const getDetails = (event: FlagsEvent): Details | undefined =>
  event.op === 'remove' ? event.message_details : undefined;

const getSubject = (id: number, details: Details) => {
  const detail = details[id];
  const channelId = detail?.type === 'stream' ? detail.stream_id : undefined;
  return { kind: 'message', id, channelId } as const;
};

export const flagEvents: Pick<EventRules, 'update_message_flags'> = {
  update_message_flags: {
    to: ['named'],
    about(event) {
      const details = getDetails(event);
      return details ? event.messages.map((id) => getSubject(id, details)) : [];
    },
    reduce(event, sees) {
      const details = getDetails(event);
      const messages = event.messages.filter((id) => details && sees(getSubject(id, details)));
      if (event.op === 'add' || messages.length === 0) return null;
      const message_details = Object.fromEntries(messages.map((id) => [id, details?.[id]]));
      return { ...event, messages, message_details } as FlagsEvent;
    },
    encode: encodeFlags,
  },
};

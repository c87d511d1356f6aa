/** Pins are about their messages. One that has ended describes nothing, and goes to those who may not know the message any more. */
import { type EventRules, type Subject, messageById } from '../../core/events/index.ts';
import type { Audience } from '../../core/log/index.ts';

/**
 * People who are named have come to the channel, or to some of its messages: what they had received there before was looked
 * up for them, and is known to no queue.
 */
const getSubject = (id: number, audience: Audience): Subject =>
  audience.users !== undefined && audience.about !== undefined
    ? { kind: 'content', channelId: audience.about }
    : messageById(id, audience);

export const pinnedMessageEvents: Pick<EventRules, 'heddle_pinned_messages'> = {
  heddle_pinned_messages: {
    to: ['everyone'],
    about: (event, audience) =>
      event.op === 'add' ? event.pins.map((pin) => getSubject(pin.message_id, audience)) : [],
    reduce(event, sees, audience) {
      if (event.op !== 'add') return null;
      const pins = event.pins.filter((pin) => sees(getSubject(pin.message_id, audience)));
      return pins.length > 0 ? { ...event, pins } : null;
    },
  },
};

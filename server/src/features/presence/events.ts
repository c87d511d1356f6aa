/** Presence: about a user, and for each class of client. */
import { type Encoder, type EventRules, once, openObject } from '../../core/events/index.ts';
import { legacyEvent, simplifiedEvent } from './serialize.ts';

const encodePresence: Encoder = ({ event }, { options }, shared) => {
  if (options.capabilities.simplified_presence_events)
    return once(shared, 'simplified', () => openObject(simplifiedEvent(event)));
  const slim = options.slimPresence;
  return once(shared, slim ? 'slim' : 'legacy', () => openObject(legacyEvent(event, slim)));
};

export const presenceEvents: Pick<EventRules, 'presence'> = {
  presence: {
    to: ['everyone'],
    about: ({ presences = {} }) => Object.keys(presences).map((id) => ({ kind: 'user', id: Number(id) })),
    encode: encodePresence,
  },
};

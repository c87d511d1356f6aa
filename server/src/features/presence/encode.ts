/** Presence events, for each class of client. */
import { type Encoder, once, openObject } from '../../core/events/index.ts';
import { legacyEvent, simplifiedEvent } from './serialize.ts';

export const encodePresence: Encoder = ({ event }, { options }, shared) => {
  if (options.capabilities.simplified_presence_events)
    return once(shared, 'simplified', () => openObject(simplifiedEvent(event)));
  const slim = options.slimPresence;
  return once(shared, slim ? 'slim' : 'legacy', () => openObject(legacyEvent(event, slim)));
};

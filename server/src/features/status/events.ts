/** Status: about a user, and for each class of client. */
import { type Encoder, type EventRules, once, openObject } from '../../core/events/index.ts';
import { typeFor } from './serialize.ts';
import { isEvent } from '../../core/log/index.ts';

const encodeStatus: Encoder = ({ event }, { options }, shared) => {
  if (!isEvent(event, 'user_status')) return null;
  if (event.reaction_type === undefined) return once(shared, '', () => openObject(event));
  const reaction_type = typeFor(event.reaction_type, options.client);
  return once(shared, reaction_type, () => openObject({ ...event, reaction_type }));
};

export const statusEvents: Pick<EventRules, 'user_status'> = {
  user_status: {
    to: ['everyone'],
    about: ({ user_id: id }) => [{ kind: 'user', id }],
    encode: encodeStatus,
  },
};

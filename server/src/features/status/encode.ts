/** Status events, for each class of client. */
import { type Encoder, once, openObject } from '../../core/events/index.ts';
import { typeFor } from './serialize.ts';
import { isEvent } from '../../core/log/index.ts';

export const encodeStatus: Encoder = ({ event }, { options }, shared) => {
  if (!isEvent(event, 'user_status')) return null;
  if (event.reaction_type === undefined) return once(shared, '', () => openObject(event));
  const reaction_type = typeFor(event.reaction_type, options.client);
  return once(shared, reaction_type, () => openObject({ ...event, reaction_type }));
};

/** Status events, for each class of client. */
import { type Encoder, once, openObject } from '../../core/events/index.ts';
import type { Kind } from '../reactions/index.ts';
import { typeFor } from './serialize.ts';

export const encodeStatus: Encoder = ({ event }, { options }, shared) => {
  if (event.reaction_type === undefined) return once(shared, '', () => openObject(event));
  const reaction_type = typeFor(event.reaction_type as Kind, options.client);
  return once(shared, reaction_type, () => openObject({ ...event, reaction_type }));
};

/** A status as each class of client hears of it. */
import { once, openObject, type Encoder } from '../../core/events/encode.ts';
import type { Kind } from '../reactions/emoji.ts';
import { typeFor } from './serialize.ts';

export const encodeStatus: Encoder = ({ event }, { options }, shared) => {
  if (event.reaction_type === undefined) return once(shared, '', () => openObject(event));
  const reaction_type = typeFor(event.reaction_type as Kind, options.client);
  return once(shared, reaction_type, () => openObject({ ...event, reaction_type }));
};

/** A client capability: single changes of the organization's emoji; the others get all of them each time. */
import type { EventOf } from '../../../../wire/events.ts';
import { type Encoder, once, openObject } from '../../core/events/index.ts';
import type { EventBody } from '../../core/log/index.ts';

export const encodeEmoji: Encoder = ({ event }, { options }, shared) => {
  const { op } = event as EventBody & EventOf<'realm_emoji'>;
  const takesOne = options.capabilities.individual_emoji_changes === true;
  return takesOne === (op !== 'update') ? once(shared, '', () => openObject(event)) : null;
};

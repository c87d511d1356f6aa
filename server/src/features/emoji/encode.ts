/** Clients say whether they take single changes of the organization's emoji; the others get all of them each time. */
import type { EventOf } from '../../../../wire/events.ts';
import { once, openObject, type Encoder } from '../../core/events/encode.ts';
import type { EventBody } from '../../core/log/entry.ts';

export const encodeEmoji: Encoder = ({ event }, { options }, shared) => {
  const { op } = event as EventBody & EventOf<'realm_emoji'>;
  const takesOne = options.capabilities.individual_emoji_changes === true;
  return takesOne === (op !== 'update') ? once(shared, '', () => openObject(event)) : null;
};

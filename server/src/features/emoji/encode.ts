/** Clients with the capability get each change of custom emoji, others the whole list. */
import { type Encoder, once, openObject } from '../../core/events/index.ts';
import { isEvent } from '../../core/log/index.ts';

export const encodeEmoji: Encoder = ({ event }, { options }, shared) => {
  if (!isEvent(event, 'realm_emoji')) return null;
  const takesOne = options.capabilities.individual_emoji_changes === true;
  return takesOne === (event.op !== 'update') ? once(shared, '', () => openObject(event)) : null;
};

/** Clients with the capability get each change of custom emoji, others the whole list. */
import {
  type Encoder,
  type EventRules,
  once,
  openObject,
  organizationWide,
} from '../../core/events/index.ts';
import { isEvent } from '../../core/log/index.ts';

const encodeEmoji: Encoder = ({ event }, { options }, shared) => {
  if (!isEvent(event, 'realm_emoji')) return null;
  const takesOne = options.capabilities.individual_emoji_changes === true;
  return takesOne === (event.op !== 'update') ? once(shared, '', () => openObject(event)) : null;
};

export const emojiEvents: Pick<EventRules, 'realm_emoji'> = {
  realm_emoji: { ...organizationWide, encode: encodeEmoji },
};

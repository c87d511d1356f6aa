/** Reactions as each class of client hears of them. */
import { once, openObject, type Encoder } from '../../events/encode.ts';
import { usesOldExtraEmojiName } from './serialize.ts';

export const encodeReaction: Encoder = ({ event }, queue, shared) => {
  const isRenamed =
    event.reaction_type === 'service_extra_emoji' && usesOldExtraEmojiName(queue.options.client);
  if (!isRenamed) return once(shared, '', () => openObject(event));
  // COMPAT(Zulip clients): their name for the server's own emoji.
  return once(shared, 'old name', () => openObject({ ...event, reaction_type: 'zulip_extra_emoji' }));
};

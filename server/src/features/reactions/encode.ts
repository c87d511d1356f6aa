/** Reactions as each class of client hears of them. */
import { once, openObject, type Encoder } from '../../events/encode.ts';
import { usesOldExtraEmojiName } from './serialize.ts';

export const encodeReaction: Encoder = ({ event }, queue, shared) => {
  const { client } = queue.options;
  // COMPAT(zulip-terminal): it ends when it shows a reaction whose event named nobody by `user`, as before level 484.
  const isTerminal = client === 'ZulipTerminal';
  const isRenamed = event.reaction_type === 'service_extra_emoji' && usesOldExtraEmojiName(client);
  if (!isRenamed && !isTerminal) return once(shared, '', () => openObject(event));
  return once(shared, isTerminal ? 'terminal' : 'old name', () =>
    openObject({
      ...event,
      // COMPAT(Zulip clients): their name for the server's own emoji.
      ...(isRenamed && { reaction_type: 'zulip_extra_emoji' }),
      ...(isTerminal && { user: { user_id: event.user_id } }),
    }),
  );
};

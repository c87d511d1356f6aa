/** Reactions as each class of client hears of them. */
import { once, openObject, type Encoder } from '../../events/encode.ts';
import { needsUserOfReaction, usesOldExtraEmojiName } from '../../client-programs.ts';

export const encodeReaction: Encoder = ({ event }, queue, shared) => {
  const { client } = queue.options;
  const needsUser = needsUserOfReaction(client);
  const isRenamed = event.reaction_type === 'service_extra_emoji' && usesOldExtraEmojiName(client);
  if (!isRenamed && !needsUser) return once(shared, '', () => openObject(event));
  return once(shared, needsUser ? 'terminal' : 'old name', () =>
    openObject({
      ...event,
      // COMPAT(Zulip clients): their name for the server's own emoji.
      ...(isRenamed && { reaction_type: 'zulip_extra_emoji' }),
      ...(needsUser && { user: { user_id: event.user_id } }),
    }),
  );
};

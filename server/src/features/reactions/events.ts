/** Reactions: about a message, and for each class of client. */
import { type Encoder, type EventRules, messageById, once, openObject } from '../../core/events/index.ts';
import { needsUserOfReaction, usesOldExtraEmojiName } from '../../lib/client-programs.ts';

const encodeReaction: Encoder = ({ event }, queue, shared) => {
  const { client } = queue.options;
  const { user = { user_id: event.user_id }, ...emitted } = event;
  const needsUser = needsUserOfReaction(client);
  const isRenamed = event.reaction_type === 'service_extra_emoji' && usesOldExtraEmojiName(client);
  if (!isRenamed && !needsUser) return once(shared, '', () => openObject(emitted));
  return once(shared, needsUser ? 'terminal' : 'old name', () =>
    openObject({
      ...emitted,
      // COMPAT(Zulip clients): their type for an emoji of the server.
      ...(isRenamed && { reaction_type: 'zulip_extra_emoji' }),
      ...(needsUser && { user }),
    }),
  );
};

export const reactionEvents: Pick<EventRules, 'reaction'> = {
  reaction: {
    to: ['readers'],
    about: ({ message_id, user }, audience) => [
      messageById(message_id, audience),
      ...(user ? [{ kind: 'user', id: user.user_id } as const] : []),
    ],
    reduce: ({ user: _, ...event }) => event,
    encode: encodeReaction,
  },
};

/** The feature: reactions. */
import { EmptyResponse } from '../../../../wire/core.ts';
import { MessagePath } from '../../../../wire/messages.ts';
import { AddReactionParams, RemoveReactionParams } from '../../../../wire/reactions.ts';
import { on } from '../../core/log/index.ts';
import { messagesHidden } from '../../core/messages/index.ts';
import { type Encoder, type EventRules, messageById, once, openObject } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route, withPath } from '../../http/route.ts';
import { needsUserOfReaction, usesOldExtraEmojiName } from '../../lib/client-programs.ts';
import { deleteReactions, addReaction, removeReaction } from './actions.ts';
import { extraKindFor } from './emoji.ts';

export { addReaction } from './actions.ts';
export {
  type ChosenEmoji,
  type GivenEmoji,
  type Kind,
  checkEmoji,
  chosen,
  extraKindFor,
  zulipType,
} from './emoji.ts';
export { reactionsTo } from './queries.ts';

const path = '/messages/:message_id/reactions';

const reactionRoutes = [
  route({
    method: 'POST',
    path,
    operationId: 'add-reaction',
    policy: 'signedIn',
    personal: true,
    scope: 'send',
    takesChannelKeys: 'handler',
    params: withPath(MessagePath, AddReactionParams),
    response: EmptyResponse,
    write: (tx, { me, params, userAgent }) =>
      addReaction(tx, me, params.message_id, { ...params, extraKind: extraKindFor(userAgent) }),
  }),
  route({
    method: 'DELETE',
    path,
    operationId: 'remove-reaction',
    policy: 'signedIn',
    personal: true,
    scope: 'send',
    takesChannelKeys: 'handler',
    params: withPath(MessagePath, RemoveReactionParams),
    response: EmptyResponse,
    write: (tx, { me, params }) => removeReaction(tx, me, params.message_id, params),
  }),
];

// Reactions: about a message, and for each class of client.

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

const reactionEvents: Pick<EventRules, 'reaction'> = {
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

export const reactionsFeature = defineFeature({
  routes: reactionRoutes,
  events: reactionEvents,
  reactions: [on(messagesHidden, deleteReactions)],
});

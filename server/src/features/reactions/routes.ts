import { EmptyResponse } from '../../../../wire/core.ts';
import { MessagePath } from '../../../../wire/messages.ts';
import { AddReactionParams, RemoveReactionParams } from '../../../../wire/reactions.ts';
import { route, withPath } from '../../http/route.ts';
import { addReaction, removeReaction } from './actions.ts';
import { extraKindFor } from './emoji.ts';

const path = '/messages/:message_id/reactions';

export const reactionRoutes = [
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

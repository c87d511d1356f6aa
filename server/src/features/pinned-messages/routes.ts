import { EmptyResponse } from '../../../../wire/core.ts';
import { PinnedMessagePath } from '../../../../wire/pinned-messages.ts';
import { route } from '../../http/route.ts';
import { pinMessage, unpinMessage } from './actions.ts';

const path = '/heddle/pinned_messages/:message_id';

export const pinnedMessageRoutes = [
  route({
    method: 'POST',
    path,
    operationId: 'heddle-pin-message',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: PinnedMessagePath,
    response: EmptyResponse,
    write: (tx, { me, params }) => pinMessage(tx, me, params.message_id),
  }),
  route({
    method: 'DELETE',
    path,
    operationId: 'heddle-unpin-message',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: PinnedMessagePath,
    response: EmptyResponse,
    write: (tx, { me, params }) => unpinMessage(tx, me, params.message_id),
  }),
];

/** The feature: submessages. */
import { EmptyResponse } from '../../../../wire/core.ts';
import { AddSubmessageParams } from '../../../../wire/submessages.ts';
import { on } from '../../core/log/index.ts';
import { messagesHidden } from '../../core/messages/index.ts';
import { messageById } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { deleteSubmessages, addSubmessage } from './actions.ts';

export { addSubmessage, beginWidget } from './actions.ts';
export { givenWidget } from './checks.ts';
export { getSubmessages } from './queries.ts';

const submessageRoutes = [
  route({
    method: 'POST',
    path: '/submessage',
    operationId: 'add-submessage',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: AddSubmessageParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => addSubmessage(tx, me, params),
  }),
];

export const submessagesFeature = defineFeature({
  routes: submessageRoutes,
  events: {
    submessage: { to: ['readers'], about: ({ message_id }, audience) => [messageById(message_id, audience)] },
  },
  reactions: [on(messagesHidden, deleteSubmessages)],
});

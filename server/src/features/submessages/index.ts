/** The feature: submessages. */
import { on } from '../../core/log/index.ts';
import { messagesHidden } from '../../core/messages/index.ts';
import { messageById } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { deleteSubmessages } from './delete-submessages.ts';
import { submessageRoutes } from './routes.ts';

export { addSubmessage, beginWidget } from './actions.ts';
export { givenWidget } from './checks.ts';
export { getSubmessages } from './queries.ts';

export const submessagesFeature = defineFeature({
  routes: submessageRoutes,
  events: {
    submessage: { to: ['readers'], about: ({ message_id }, audience) => [messageById(message_id, audience)] },
  },
  reactions: [on(messagesHidden, deleteSubmessages)],
});

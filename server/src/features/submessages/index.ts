/** The feature: submessages. */
import { on } from '../../core/log/index.ts';
import { messagesHidden } from '../../core/messages/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { deleteSubmessages } from './delete-submessages.ts';
import { submessageRoutes } from './routes.ts';

export { addSubmessage, beginWidget } from './actions.ts';
export { givenWidget } from './checks.ts';
export { getSubmessages } from './queries.ts';

export const submessagesFeature = defineFeature({
  routes: submessageRoutes,
  reactions: [on(messagesHidden, deleteSubmessages)],
});

/** The feature: message flags. */
import { defineFeature } from '../../http/feature.ts';
import { flagEvents } from './events.ts';
import { messageState } from './state.ts';
import { accessChanging } from '../../core/channels/index.ts';
import { on } from '../../core/log/index.ts';
import { messagesHidden } from '../../core/messages/index.ts';
import { deleteFlags } from './delete-flags.ts';
import { watchStars } from './stars.ts';
import { watchUnread } from './unread-left.ts';
import { messageFlagsRoutes } from './routes.ts';

export { markSenderRead } from './mark-all-read.ts';
export { readUnseen } from './unread-unseen.ts';

export const messageFlagsFeature = defineFeature({
  routes: messageFlagsRoutes,
  registerState: messageState,
  events: flagEvents,
  reactions: [
    on(accessChanging, async (tx, { changes, isLeaving }) =>
      isLeaving ? watchUnread(tx, changes) : () => undefined,
    ),
    on(accessChanging, (tx, { changes }) => watchStars(tx, changes)),
    on(messagesHidden, deleteFlags),
  ],
});

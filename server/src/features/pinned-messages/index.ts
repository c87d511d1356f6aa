/** The feature: messages pinned for everyone in a topic or direct conversation. */
import { accessChanging } from '../../core/channels/index.ts';
import { on } from '../../core/log/index.ts';
import { messagesChanged, messagesHidden, readerIn } from '../../core/messages/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { watchPins } from './access.ts';
import { endPins, followMessages } from './hidden.ts';
import { pinnedMessageEvents } from './events.ts';
import { getPinsFor } from './queries.ts';
import { pinnedMessageRoutes } from './routes.ts';

export { findPins } from './queries.ts';

export const pinnedMessagesFeature = defineFeature({
  routes: pinnedMessageRoutes,
  events: pinnedMessageEvents,
  registerState: {
    heddle_pinned_messages: async ({ tx, me }) => ({
      heddle_pinned_messages: await getPinsFor(tx, readerIn(tx, me)),
    }),
  },
  reactions: [
    on(accessChanging, watchPins),
    on(messagesHidden, endPins),
    on(messagesChanged, followMessages),
  ],
});

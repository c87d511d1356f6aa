/** The feature: reminders. */
import { accessChanging } from '../../core/channels/index.ts';
import { on } from '../../core/log/index.ts';
import { messagesChanged, messagesHidden } from '../../core/messages/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { emitChanged, emitDeleted, watchReminders } from './emit-changed.ts';
import { reminderEvents } from './events.ts';
import { reminderRoutes } from './routes.ts';

export const remindersFeature = defineFeature({
  routes: reminderRoutes,
  events: reminderEvents,
  reactions: [
    on(messagesChanged, emitChanged),
    on(messagesHidden, emitDeleted),
    on(accessChanging, watchReminders),
  ],
});

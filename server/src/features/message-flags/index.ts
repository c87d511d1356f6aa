/** The feature: message flags. */
import { defineFeature } from '../../http/feature.ts';
import { encodeFlags } from './encode.ts';
import { messageState } from './state.ts';
import { on } from '../../core/log/hooks.ts';
import { accessChanging } from '../../core/channels/access-changes.ts';
import { watchStars } from './stars.ts';
import { watchUnread } from './unread-left.ts';

export const messageFlagsFeature = defineFeature({
  registerState: messageState,
  encoders: { update_message_flags: encodeFlags },
  reactions: [
    on(accessChanging, async (tx, { changes, isLeaving }) => (isLeaving ? watchUnread(tx, changes) : () => undefined)),
    on(accessChanging, (tx, { changes }) => watchStars(tx, changes)),
  ],
});

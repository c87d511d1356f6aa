/** The feature: message flags. */
import { defineFeature } from '../../http/feature.ts';
import { encodeFlags } from './encode.ts';
import { messageState } from './state.ts';

export const messageFlagsFeature = defineFeature({
  registerState: messageState,
  encoders: { update_message_flags: encodeFlags },
});

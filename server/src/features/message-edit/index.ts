/** The feature: message edit. */
import { defineFeature } from '../../http/feature.ts';
import { encodeEdit } from './serialize-edits.ts';

export const messageEditFeature = defineFeature({
  encoders: { update_message: encodeEdit },
});

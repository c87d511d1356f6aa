/** The feature: message fetch. */
import { defineFeature } from '../../http/feature.ts';
import { encodeMessage } from './encode.ts';

export { stretchAround } from './fetch-range.ts';
export { getMessage, getMessages, readBy } from './fetch.ts';
export { checkMessagesMatchNarrow } from './matching.ts';
export { getMessageAsStranger, getMessagesAsStranger } from './visitors.ts';

export const messageFetchFeature = defineFeature({
  encoders: { message: encodeMessage },
});

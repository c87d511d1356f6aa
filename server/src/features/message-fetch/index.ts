/** The feature: message fetch. */
import { defineFeature } from '../../http/feature.ts';
import { encodeMessage } from './encode.ts';

export const messageFetchFeature = defineFeature({
  encoders: { message: encodeMessage },
});

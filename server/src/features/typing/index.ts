/** The feature: typing. */
import { defineFeature } from '../../http/feature.ts';
import { encodeEditTyping, encodeTyping } from './encode.ts';
import { typingRoutes } from './routes.ts';

export const typingFeature = defineFeature({
  routes: typingRoutes,
  encoders: { typing: encodeTyping, typing_edit_message: encodeEditTyping },
});

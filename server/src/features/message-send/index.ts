/** The feature: message send. */
import { defineFeature } from '../../http/feature.ts';
import { forgetSends } from './resend.ts';

export const messageSendFeature = defineFeature({
  expiries: [forgetSends],
});

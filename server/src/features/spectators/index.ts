/** The feature: spectators. Tracks changes to the content of public pages. */
import { publicChanges } from '../../core/spectators/index.ts';
import { defineFeature } from '../../http/feature.ts';

export const spectatorsFeature = defineFeature({
  workers: [publicChanges],
});

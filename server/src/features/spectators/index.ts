/** The feature: spectators. What public pages show is noted as it changes. */
import { publicChanges } from '../../core/spectators/index.ts';
import { defineFeature } from '../../http/feature.ts';

export const spectatorsFeature = defineFeature({
  workers: [publicChanges],
});

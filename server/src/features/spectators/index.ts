/** The feature: spectators. Notes changes of what public pages show. */
import { publicChanges } from '../../core/spectators/index.ts';
import { defineFeature } from '../../http/feature.ts';

export const spectatorsFeature = defineFeature({
  workers: [publicChanges],
});

/** The feature: media proxy. */
import { defineFeature } from '../../http/feature.ts';
import { mountLinkedMedia } from './mount.ts';

export const mediaProxyFeature = defineFeature({
  mounts: [mountLinkedMedia],
});

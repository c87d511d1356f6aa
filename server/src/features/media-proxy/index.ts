/** The feature: media proxy. */
import { defineFeature } from '../../http/feature.ts';
import { mountLinkedMedia } from './mount.ts';

export { type LinkedMedia, linkedMedia } from './address.ts';

export const mediaProxyFeature = defineFeature({
  mounts: [mountLinkedMedia],
});

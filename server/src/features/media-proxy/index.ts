/** The feature: media proxy. */
import { defineFeature } from '../../http/feature.ts';
import { mountMediaProxy } from './mount.ts';

export { type MediaProxy, mediaProxy } from './address.ts';

export const mediaProxyFeature = defineFeature({
  mounts: [mountMediaProxy],
});

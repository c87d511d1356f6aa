/** The feature: avatars. */
import { defineFeature } from '../../http/feature.ts';
import { mountAvatars } from './mount.ts';
import { avatarRoutes } from './routes.ts';

export { giveAvatar, storeAvatar } from './actions.ts';

export const avatarsFeature = defineFeature({
  routes: avatarRoutes,
  mounts: [mountAvatars],
});

/** The feature: avatars. */
import { limits, Type } from '../../../../wire/core.ts';
import { AvatarResponse } from '../../../../wire/users.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { mebibyte } from '../uploads/index.ts';
import { mountAvatars } from './mount.ts';
import { deleteAvatar, setAvatar } from './actions.ts';

export { giveAvatar, storeAvatar } from './actions.ts';

const avatarRoutes = [
  route({
    method: 'POST',
    path: '/users/me/avatar',
    operationId: 'set-avatar',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: Type.Object({}),
    response: AvatarResponse,
    largestFile: () => limits.avatarMebibytes * mebibyte,
    handle: async ({ app, me, files }) => ({ avatar_url: await setAvatar(app, me, files) }),
  }),
  route({
    method: 'DELETE',
    path: '/users/me/avatar',
    operationId: 'delete-avatar',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: Type.Object({}),
    response: AvatarResponse,
    write: async (tx, { me }) => ({ avatar_url: await deleteAvatar(tx, me) }),
  }),
];

export const avatarsFeature = defineFeature({
  routes: avatarRoutes,
  mounts: [mountAvatars],
});

/** The feature: accounts that administrators create, and links for passwords that they ask for. */
import { on } from '../../core/log/index.ts';
import { permissionsReduced } from '../../core/groups/index.ts';
import { deleteLinksAround, deleteLinksBeyondRights, userDeactivated } from '../../core/users/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { mayResetPassword } from '../sign-in/index.ts';
import { passwordLinkRoutes } from './routes.ts';

export const passwordLinksFeature = defineFeature({
  routes: passwordLinkRoutes,
  reactions: [
    on(userDeactivated, (tx, { id }) => deleteLinksAround(tx, id)),
    on(permissionsReduced, (tx) =>
      deleteLinksBeyondRights(tx, (makerId, userId) => {
        const user = tx.cache.users.get(userId);
        return user !== undefined && mayResetPassword(tx.cache.users.get(makerId), user);
      }),
    ),
  ],
});

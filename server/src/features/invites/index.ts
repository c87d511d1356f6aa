/** The feature: invites. */
import { defineFeature } from '../../http/feature.ts';
import { inviteRoutes } from './routes.ts';
import { forgetUnconfirmed } from './sign-up.ts';
import { on } from '../../core/log/hooks.ts';
import { permissionsReduced } from '../../core/groups/hooks.ts';
import { userDeactivated } from '../../core/users/hooks.ts';
import { closeInvitesBeyondRights } from './rights.ts';
import { revokeInvitesOf } from './actions.ts';

export const invitesFeature = defineFeature({
  routes: inviteRoutes,
  expiries: [forgetUnconfirmed],
  reactions: [
    on(permissionsReduced, closeInvitesBeyondRights),
    on(userDeactivated, (tx, user) => revokeInvitesOf(tx, user.id)),
  ],
});

/** The feature: invites. */
import { defineFeature } from '../../http/feature.ts';
import { inviteRoutes } from './routes.ts';
import { forgetUnconfirmed } from './sign-up.ts';
import { permissionsReduced } from '../../core/groups/index.ts';
import { on } from '../../core/log/index.ts';
import { userDeactivated } from '../../core/users/index.ts';
import { closeInvitesBeyondRights } from './rights.ts';
import { revokeInvitesOf } from './actions.ts';

export { acceptInvitation } from './accept.ts';
export { joinPath } from './keys.ts';
export { type Ending, InvitationEnded, invitationByKey } from './open.ts';
export { askToJoin } from './sign-up.ts';

export const invitesFeature = defineFeature({
  routes: inviteRoutes,
  expiries: [forgetUnconfirmed],
  reactions: [
    on(permissionsReduced, closeInvitesBeyondRights),
    on(userDeactivated, (tx, user) => revokeInvitesOf(tx, user.id)),
  ],
});

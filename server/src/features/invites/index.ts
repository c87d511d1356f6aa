/** The feature: invites. */
import { nothing } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { inviteRoutes } from './routes.ts';
import { deleteUnconfirmed } from './sign-up.ts';
import { permissionsReduced } from '../../core/groups/index.ts';
import { on } from '../../core/log/index.ts';
import { personAdded, userDeactivated } from '../../core/users/index.ts';
import { closeInvitesBeyondRights } from './rights.ts';
import { revokeOpenInvites } from './accept.ts';
import { revokeUserInvites } from './actions.ts';

export { acceptInvitation } from './accept.ts';
export { checkMayInvite, checkRole } from './checks.ts';
export { joinPath } from './rows.ts';
export { type InvitationStatus, InvitationEnded, invitationByKey } from './open.ts';
export { askToJoin } from './sign-up.ts';
export { checkIsOpen, joinInvited } from './verified.ts';

export const invitesFeature = defineFeature({
  routes: inviteRoutes,
  events: { invites_changed: { to: ['administrators', 'named'], about: nothing } },
  expiries: [deleteUnconfirmed],
  reactions: [
    on(permissionsReduced, closeInvitesBeyondRights),
    on(personAdded, revokeOpenInvites),
    on(userDeactivated, (tx, user) => revokeUserInvites(tx, user.id)),
  ],
});

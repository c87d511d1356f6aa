/** The feature: accounts that administrators create, and links for passwords that they ask for. */
import {
  AddPersonParams,
  AddPersonResponse,
  PasswordLinkPath,
  PasswordLinkResponse,
} from '../../../../wire/password-links.ts';
import { on } from '../../core/log/index.ts';
import { permissionsReduced } from '../../core/groups/index.ts';
import { deleteLinksAround, deleteLinksBeyondRights, userDeactivated } from '../../core/users/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { mayResetPassword } from '../sign-in/index.ts';
import { addPersonWithLink, makePasswordLink } from './actions.ts';

const passwordLinkRoutes = [
  route({
    method: 'POST',
    path: '/heddle/users',
    operationId: 'heddle-add-person',
    policy: 'administrators',
    scope: 'credentials',
    params: AddPersonParams,
    response: AddPersonResponse,
    handle: ({ app, me, params }) => addPersonWithLink(app, me, params),
  }),
  route({
    method: 'POST',
    path: '/heddle/users/:user_id/password_link',
    operationId: 'heddle-create-password-link',
    policy: 'administrators',
    scope: 'credentials',
    params: PasswordLinkPath,
    response: PasswordLinkResponse,
    handle: ({ app, me, params }) => makePasswordLink(app, me, params.user_id),
  }),
];

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

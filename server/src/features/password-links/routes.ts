import {
  AddPersonParams,
  AddPersonResponse,
  PasswordLinkPath,
  PasswordLinkResponse,
} from '../../../../wire/password-links.ts';
import { route } from '../../http/route.ts';
import { addPersonWithLink, makePasswordLink } from './actions.ts';

export const passwordLinkRoutes = [
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

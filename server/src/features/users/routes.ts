import { EmptyResponse, type Role, roles, Type } from '../../../../wire/core.ts';
import {
  CreateUserResponse,
  CreateUserParams,
  DeactivateUserParams,
  GetOwnUserResponse,
  GetUserResponse,
  GetUserParams,
  GetUsersResponse,
  GetUsersParams,
  RegenerateApiKeyResponse,
  UpdateUserParams,
  UserEmailPath,
  UserPath,
} from '../../../../wire/users.ts';
import type { Leaves } from '../../core/organization/index.ts';
import { route, withPath } from '../../http/route.ts';
import { regenerateApiKey } from './api-key.ts';
import { createUser } from './create.ts';
import { deactivateOwnUser, deactivateUser } from './deactivate.ts';
import { getOwnUser, getUser, getUserByEmail, getUsers } from '../../core/users/index.ts';
import { reactivateUser } from './reactivate.ts';
import { updateUser } from './update.ts';

/** Access to an email address allows a password reset. */
const lastingChanges = {
  full_name: 'nothing',
  role: (role: Role) => role < roles.member,
  profile_data: 'nothing',
  new_email: 'access',
} satisfies Leaves<UpdateUserParams>;

export const userRoutes = [
  route({
    method: 'POST',
    path: '/users/me/api_key/regenerate',
    operationId: 'regenerate-api-key',
    policy: 'signedIn',
    scope: 'credentials',
    params: Type.Object({}),
    response: RegenerateApiKeyResponse,
    handle: async ({ app, me }) => ({ api_key: await regenerateApiKey(app, me) }),
  }),
  route({
    method: 'GET',
    path: '/users/me',
    operationId: 'get-own-user',
    policy: 'signedIn',
    scope: 'any',
    takesChannelKeys: 'handler',
    params: Type.Object({}),
    response: GetOwnUserResponse,
    handle: ({ app, me }) => getOwnUser(app.db.read, me),
  }),
  route({
    method: 'GET',
    path: '/users',
    operationId: 'get-users',
    policy: 'signedIn',
    scope: 'directory',
    params: GetUsersParams,
    response: GetUsersResponse,
    handle: ({ app, me, params }) => getUsers(app.db.read, me, params),
  }),
  route({
    method: 'POST',
    path: '/users',
    operationId: 'create-user',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'access',
    params: CreateUserParams,
    response: CreateUserResponse,
    handle: async ({ app, me, params }) => ({ user_id: await createUser(app, me, params) }),
  }),
  route({
    method: 'GET',
    path: '/users/:user_id',
    operationId: 'get-user',
    policy: 'signedIn',
    scope: 'directory',
    params: withPath(UserPath, GetUserParams),
    response: GetUserResponse,
    handle: ({ app, me, params }) => getUser(app.db.read, me, params.user_id, params),
  }),
  route({
    method: 'PATCH',
    path: '/users/:user_id',
    operationId: 'update-user',
    policy: 'signedIn',
    scope: 'administer',
    leaves: { user_id: 'nothing', ...lastingChanges },
    params: withPath(UserPath, UpdateUserParams),
    response: EmptyResponse,
    handle: async ({ app, me, params }) => {
      await updateUser(app, me, params.user_id, params);
      return {};
    },
  }),
  route({
    method: 'DELETE',
    path: '/users/me',
    operationId: 'deactivate-own-user',
    policy: 'humans',
    leaves: 'nothing',
    params: Type.Object({}),
    response: EmptyResponse,
    write: (tx, { me }) => deactivateOwnUser(tx, me),
  }),
  route({
    method: 'DELETE',
    path: '/users/:user_id',
    operationId: 'deactivate-user',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: withPath(UserPath, DeactivateUserParams),
    response: EmptyResponse,
    write: (tx, { me, params }) => deactivateUser(tx, me, params.user_id, params),
  }),
  route({
    method: 'POST',
    path: '/users/:user_id/reactivate',
    operationId: 'reactivate-user',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'access',
    params: UserPath,
    response: EmptyResponse,
    write: (tx, { app, me, params }) => reactivateUser(app, tx, me, params.user_id),
  }),
  route({
    method: 'GET',
    path: '/users/:email',
    operationId: 'get-user-by-email',
    policy: 'signedIn',
    scope: 'directory',
    params: withPath(UserEmailPath, GetUserParams),
    response: GetUserResponse,
    handle: ({ app, me, params }) => getUserByEmail(app.db.read, me, params.email, params),
  }),
  route({
    method: 'PATCH',
    path: '/users/:email',
    operationId: 'update-user-by-email',
    policy: 'signedIn',
    scope: 'administer',
    leaves: { email: 'nothing', ...lastingChanges },
    params: withPath(UserEmailPath, UpdateUserParams),
    response: EmptyResponse,
    handle: async ({ app, me, params }) => {
      await updateUser(app, me, params.email, params);
      return {};
    },
  }),
];

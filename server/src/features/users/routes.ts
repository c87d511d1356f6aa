import { EmptyAnswer, Type } from '../../../../wire/core.ts';
import {
  CreateUserAnswer,
  CreateUserParams,
  DeactivateUserParams,
  FetchApiKeyAnswer,
  FetchApiKeyParams,
  GetOwnUserAnswer,
  GetUserAnswer,
  GetUserParams,
  GetUsersAnswer,
  GetUsersParams,
  RegenerateApiKeyAnswer,
  UpdateUserParams,
  UserEmailPath,
  UserPath,
} from '../../../../wire/users.ts';
import { openRoute, route, withPath } from '../../http/route.ts';
import { regenerateApiKey } from './api-key.ts';
import { createUser } from './create.ts';
import { deactivateOwnUser, deactivateUser } from './deactivate.ts';
import { getOwnUser, getUser, getUserByEmail, getUsers } from '../../core/users/queries.ts';
import { reactivateUser } from './reactivate.ts';
import { fetchApiKey } from '../sign-in/sign-in.ts';
import { updateUser } from './update.ts';

export const userRoutes = [
  openRoute({
    method: 'POST',
    path: '/fetch_api_key',
    operationId: 'fetch-api-key',
    policy: 'anyone',
    params: FetchApiKeyParams,
    answer: FetchApiKeyAnswer,
    handle: ({ heddle, orgId, ip, params }) => fetchApiKey(heddle, { orgId, ip }, params),
  }),
  route({
    method: 'POST',
    path: '/users/me/api_key/regenerate',
    operationId: 'regenerate-api-key',
    policy: 'signedIn',
    params: Type.Object({}),
    answer: RegenerateApiKeyAnswer,
    handle: async ({ heddle, me }) => ({ api_key: await regenerateApiKey(heddle, me) }),
  }),
  route({
    method: 'GET',
    path: '/users/me',
    operationId: 'get-own-user',
    policy: 'signedIn',
    params: Type.Object({}),
    answer: GetOwnUserAnswer,
    handle: ({ heddle, me }) => getOwnUser(heddle.db.read, me),
  }),
  route({
    method: 'GET',
    path: '/users',
    operationId: 'get-users',
    policy: 'signedIn',
    params: GetUsersParams,
    answer: GetUsersAnswer,
    handle: ({ heddle, me, params }) => getUsers(heddle.db.read, me, params),
  }),
  route({
    method: 'POST',
    path: '/users',
    operationId: 'create-user',
    policy: 'administrators',
    params: CreateUserParams,
    answer: CreateUserAnswer,
    handle: async ({ heddle, me, params }) => ({ user_id: await createUser(heddle, me, params) }),
  }),
  route({
    method: 'GET',
    path: '/users/:user_id',
    operationId: 'get-user',
    policy: 'signedIn',
    params: withPath(UserPath, GetUserParams),
    answer: GetUserAnswer,
    handle: ({ heddle, me, params }) => getUser(heddle.db.read, me, params.user_id, params),
  }),
  route({
    method: 'PATCH',
    path: '/users/:user_id',
    operationId: 'update-user',
    policy: 'signedIn',
    params: withPath(UserPath, UpdateUserParams),
    answer: EmptyAnswer,
    handle: async ({ heddle, me, params }) => {
      await updateUser(heddle, me, params.user_id, params);
      return {};
    },
  }),
  route({
    method: 'DELETE',
    path: '/users/me',
    operationId: 'deactivate-own-user',
    policy: 'humans',
    params: Type.Object({}),
    answer: EmptyAnswer,
    handle: async ({ heddle, me }) => {
      await heddle.db.write(me.orgId, me, (tx) => deactivateOwnUser(tx, me));
      return {};
    },
  }),
  route({
    method: 'DELETE',
    path: '/users/:user_id',
    operationId: 'deactivate-user',
    policy: 'administrators',
    params: withPath(UserPath, DeactivateUserParams),
    answer: EmptyAnswer,
    handle: async ({ heddle, me, params }) => {
      await heddle.db.write(me.orgId, me, (tx) => deactivateUser(tx, me, params.user_id, params));
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/users/:user_id/reactivate',
    operationId: 'reactivate-user',
    policy: 'administrators',
    params: UserPath,
    answer: EmptyAnswer,
    handle: async ({ heddle, me, params }) => {
      await heddle.db.write(me.orgId, me, (tx) => reactivateUser(tx, me, params.user_id));
      return {};
    },
  }),
  route({
    method: 'GET',
    path: '/users/:email',
    operationId: 'get-user-by-email',
    policy: 'signedIn',
    params: withPath(UserEmailPath, GetUserParams),
    answer: GetUserAnswer,
    handle: ({ heddle, me, params }) => getUserByEmail(heddle.db.read, me, params.email, params),
  }),
  route({
    method: 'PATCH',
    path: '/users/:email',
    operationId: 'update-user-by-email',
    policy: 'signedIn',
    params: withPath(UserEmailPath, UpdateUserParams),
    answer: EmptyAnswer,
    handle: async ({ heddle, me, params }) => {
      await updateUser(heddle, me, params.email, params);
      return {};
    },
  }),
];

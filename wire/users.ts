/** Users and bots, and the operations on accounts. */
import {
  Exact,
  Id,
  Ids,
  Nullable,
  OneOf,
  OneOfIntegers,
  optional,
  RoleSchema,
  Type,
  type Static,
  type Examples,
} from './core.ts';
import { ProfileValues } from './profile-fields.ts';

/** Values of custom profile fields by field id (as text); only fields of the Markdown kinds have the second. */
export const ProfileData = Type.Record(
  Type.String(),
  Exact({ value: Type.String(), rendered_value: Type.Optional(Type.String()) }),
);
export type ProfileData = Static<typeof ProfileData>;

/** 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded. */
const BotType = OneOfIntegers([1, 2, 3, 4]);

const accountFields = {
  user_id: Id,
  // The API's email; may be a placeholder that hides the real one.
  email: Type.String(),
  // The real email; null if the reader may not see it.
  delivery_email: Nullable(Type.String()),
  full_name: Type.String(),
  is_active: Type.Boolean(),
  role: RoleSchema,
  is_owner: Type.Boolean(),
  is_admin: Type.Boolean(),
  is_guest: Type.Boolean(),
  is_bot: Type.Boolean(),
  bot_type: Nullable(BotType),
  bot_owner_id: Nullable(Id),
  timezone: Type.String(),
  // ISO 8601, UTC.
  date_joined: Type.String(),
  // null if the client computes the Gravatar URL; absent for clients with the capability for that.
  avatar_url: Type.Optional(Nullable(Type.String())),
  avatar_version: Type.Integer(),
  is_imported_stub: Type.Boolean(),
};

export const User = Exact({
  ...accountFields,
  // Only for people, if requested.
  profile_data: Type.Optional(ProfileData),
  is_deleted: Type.Optional(Type.Literal(true)),
});
export type User = Static<typeof User>;

const { is_active: _, ...registeredFields } = User.properties;
/** In `/register`, where separate lists of active and deactivated users replace `is_active`. */
export const RegisteredUser = Exact(registeredFields);
export type RegisteredUser = Static<typeof RegisteredUser>;

/** A built-in bot, which every organization has. */
export const SystemBot = Exact({ ...accountFields, is_system_bot: Type.Literal(true) });
export type SystemBot = Static<typeof SystemBot>;

/** The path of an operation on one account. */
export const UserPath = Type.Object({ user_id: Id });
export const UserEmailPath = Type.Object({ email: Type.String() });

/** POST /fetch_api_key */
export const FetchApiKeyParams = Type.Object({
  username: Type.String(),
  password: Type.String(),
  // From an authenticator app, or a recovery code: for accounts with two-factor authentication.
  two_factor_code: Type.Optional(Type.String({ maxLength: 100 })),
});
export type FetchApiKeyParams = Static<typeof FetchApiKeyParams>;
export const FetchApiKeyResponse = Exact({ api_key: Type.String(), email: Type.String(), user_id: Id });
export type FetchApiKeyResponse = Static<typeof FetchApiKeyResponse>;

/** POST /users/me/api_key/regenerate */
export const RegenerateApiKeyResponse = Exact({ api_key: Type.String() });
export type RegenerateApiKeyResponse = Static<typeof RegenerateApiKeyResponse>;

/** GET /users/me */
export const GetOwnUserResponse = Exact({
  user_id: Id,
  email: Type.String(),
  delivery_email: Type.String(),
  full_name: Type.String(),
  role: RoleSchema,
  is_admin: Type.Boolean(),
  is_owner: Type.Boolean(),
  is_guest: Type.Boolean(),
  is_bot: Type.Boolean(),
  is_active: Type.Boolean(),
  is_imported_stub: Type.Boolean(),
  avatar_url: Type.String(),
  avatar_version: Type.Integer(),
  timezone: Type.String(),
  date_joined: Type.String(),
  // Deprecated: the newest message the caller received, -1 without any.
  max_message_id: Type.Integer(),
  // Bots have none.
  profile_data: Type.Optional(ProfileData),
  // People have none of these.
  bot_type: Type.Optional(BotType),
  bot_owner_id: Type.Optional(Nullable(Id)),
});
export type GetOwnUserResponse = Static<typeof GetOwnUserResponse>;

/** GET /users/{user_id}, GET /users/{email} */
export const GetUserParams = Type.Object({
  client_gravatar: Type.Boolean({ default: true }),
  include_custom_profile_fields: Type.Boolean({ default: false }),
});
export type GetUserParams = Static<typeof GetUserParams>;
export const GetUserResponse = Exact({ user: User });
export type GetUserResponse = Static<typeof GetUserResponse>;

/** GET /users */
export const GetUsersParams = Type.Object({
  client_gravatar: Type.Boolean({ default: true }),
  include_custom_profile_fields: Type.Boolean({ default: false }),
  user_ids: Type.Optional(Ids),
});
export type GetUsersParams = Static<typeof GetUsersParams>;
export const GetUsersResponse = Exact({ members: Type.Array(User) });
export type GetUsersResponse = Static<typeof GetUsersResponse>;

/** POST /users */
export const CreateUserParams = Type.Object({
  email: Type.String(),
  password: Type.String(),
  full_name: Type.String(),
});
export type CreateUserParams = Static<typeof CreateUserParams>;
export const CreateUserResponse = Exact({ user_id: Id });
export type CreateUserResponse = Static<typeof CreateUserResponse>;

/** PATCH /users/{user_id} */
export const UpdateUserParams = Type.Object({
  full_name: Type.Optional(Type.String()),
  role: Type.Optional(RoleSchema),
  profile_data: Type.Optional(ProfileValues),
  new_email: Type.Optional(Type.String()),
});
export type UpdateUserParams = Static<typeof UpdateUserParams>;

/** DELETE /users/{user_id}. The comment is emailed to the user; without one, no email is sent. */
export const DeactivateUserParams = Type.Object({
  // What is deleted together with the account. An unknown name is refused, so that a typo does not keep
  // what was to be deleted.
  actions: Type.Optional(
    Exact(
      optional({
        delete_profile: Type.Boolean(),
        delete_public_channel_messages: Type.Boolean(),
        delete_private_channel_messages: Type.Boolean(),
        delete_direct_messages: Type.Boolean(),
      }),
    ),
  ),
  deactivation_notification_comment: Type.Optional(Type.String()),
});
export type DeactivateUserParams = Static<typeof DeactivateUserParams>;

/** Source of an avatar: Gravatar, generated by the server, or uploaded. */
const AvatarSource = OneOf(['G', 'J', 'U']);

/** POST /users/me/avatar, with one file in a multipart body, and DELETE /users/me/avatar: the new URL. */
export const AvatarResponse = Exact({ avatar_url: Type.String() });

/** One change of an account; its fields determine which one. */
export const UserUpdate = Type.Union([
  Exact({ user_id: Id, full_name: Type.String() }),
  Exact({ user_id: Id, role: RoleSchema }),
  Exact({ user_id: Id, delivery_email: Nullable(Type.String()) }),
  Exact({ user_id: Id, new_email: Type.String() }),
  Exact({ user_id: Id, email: Type.String(), timezone: Type.String() }),
  Exact({ user_id: Id, bot_owner_id: Id }),
  Exact({ user_id: Id, is_active: Type.Boolean() }),
  Exact({ user_id: Id, is_imported_stub: Type.Boolean() }),
  Exact({ user_id: Id, date_joined: Type.String() }),
  Exact({
    user_id: Id,
    avatar_url: Nullable(Type.String()),
    avatar_url_medium: Nullable(Type.String()),
    avatar_source: AvatarSource,
    avatar_version: Type.Integer(),
  }),
  Exact({
    user_id: Id,
    custom_profile_field: Exact({
      id: Id,
      value: Nullable(Type.String()),
      rendered_value: Type.Optional(Type.String()),
    }),
  }),
]);
export type UserUpdate = Static<typeof UserUpdate>;

const userEvent = { id: Type.Integer(), type: Type.Literal('realm_user') };

const UserEvent = Type.Union([
  Exact({ ...userEvent, op: Type.Literal('add'), person: User }),
  Exact({ ...userEvent, op: Type.Literal('update'), person: UserUpdate }),
  // The reader may no longer see this account.
  Exact({
    ...userEvent,
    op: Type.Literal('remove'),
    person: Exact({ user_id: Id, full_name: Type.String() }),
  }),
]);

/** The reader's own account and permissions. */
const ownFields = {
  user_id: Id,
  email: Type.String(),
  delivery_email: Type.String(),
  full_name: Type.String(),
  avatar_source: AvatarSource,
  avatar_url: Nullable(Type.String()),
  avatar_url_medium: Nullable(Type.String()),
  is_admin: Type.Boolean(),
  is_owner: Type.Boolean(),
  // Administrators and owners are moderators too.
  is_moderator: Type.Boolean(),
  is_guest: Type.Boolean(),
  can_create_public_streams: Type.Boolean(),
  can_create_private_streams: Type.Boolean(),
  can_create_web_public_streams: Type.Boolean(),
  // COMPAT(clients that read one field): any of the three above.
  can_create_streams: Type.Boolean(),
  can_subscribe_other_users: Type.Boolean(),
  can_invite_others_to_realm: Type.Boolean(),
};

export const userState = {
  realm_user: {
    ...ownFields,
    realm_users: Type.Array(RegisteredUser),
    realm_non_active_users: Type.Array(RegisteredUser),
    cross_realm_bots: Type.Array(SystemBot),
  },
};

export const userEvents = { realm_user: UserEvent };

export const userExample: User = {
  user_id: 7,
  email: 'ann@example.com',
  delivery_email: 'ann@example.com',
  full_name: 'Ann Abel',
  is_active: true,
  role: 400,
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: false,
  bot_type: null,
  bot_owner_id: null,
  timezone: 'Europe/Berlin',
  date_joined: '2026-01-02T03:04:05Z',
  avatar_url: '/avatar/7',
  avatar_version: 1,
  is_imported_stub: false,
  profile_data: {},
};

export const userExamples: Examples<typeof userEvents> = {
  realm_user: {
    'a new person': { id: 1, type: 'realm_user', op: 'add', person: userExample },
    'an uploaded avatar': {
      id: 1,
      type: 'realm_user',
      op: 'update',
      person: {
        user_id: 7,
        avatar_url: '/avatar/7?version=2',
        avatar_url_medium: '/avatar/7/medium?version=2',
        avatar_source: 'U',
        avatar_version: 2,
      },
    },
    'a role': { id: 1, type: 'realm_user', op: 'update', person: { user_id: 7, role: 200 } },
  },
};

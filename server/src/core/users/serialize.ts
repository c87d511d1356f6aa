/** Accounts as the API shows them. */
import { roles, type Role } from '../../../../wire/core.ts';
import type { EventBody } from '../../../../wire/events.ts';
import type {
  GetOwnUserResponse,
  RegisteredUser,
  SystemBot,
  User as WireUser,
  UserUpdate,
} from '../../../../wire/users.ts';
import type { UnknownUserEvent } from '../log/index.ts';
import type { User } from '../organization/index.ts';
import { hiddenAddress } from './address.ts';
import { randomInt } from 'node:crypto';

type BotType = NonNullable<WireUser['bot_type']>;

interface UserView {
  /** Whether the reader may see the real email address. */
  seesEmail: boolean;
  withProfile: boolean;
}

export function userObject(user: User, { seesEmail, withProfile }: UserView): WireUser {
  return {
    ...account(user, seesEmail ? user.deliveryEmail : null),
    is_active: user.isActive,
    ...(withProfile && !user.isBot ? { profile_data: user.profile } : {}),
    ...(user.isDeleted ? { is_deleted: true as const } : {}),
  };
}

/** A user in the response of `/register`. */
export function registeredUserObject(user: User, { seesEmail }: { seesEmail: boolean }): RegisteredUser {
  return {
    ...account(user, seesEmail ? user.deliveryEmail : null),
    ...(user.isBot ? {} : { profile_data: user.profile }),
    ...(user.isDeleted ? { is_deleted: true as const } : {}),
  };
}

export function systemBotObject(user: User): SystemBot {
  return { ...account(user, user.deliveryEmail), is_active: user.isActive, is_system_bot: true };
}

export function ownUserObject(user: User, maxMessageId: number): GetOwnUserResponse {
  return {
    user_id: user.id,
    email: user.email,
    delivery_email: user.deliveryEmail,
    full_name: user.fullName,
    role: user.role,
    ...roleTruths(user.role),
    is_bot: user.isBot,
    is_active: user.isActive,
    is_imported_stub: user.isImportedStub,
    avatar_url: avatarUrl(user),
    avatar_version: shownVersion(user),
    timezone: user.timezone,
    date_joined: isoTime(user.dateJoined),
    max_message_id: maxMessageId,
    ...(user.isBot
      ? // Checked when it was stored.
        { bot_type: user.botType as BotType, bot_owner_id: user.botOwnerId }
      : { profile_data: user.profile }),
  };
}

const nobodyId = 0;
const unknownName = 'Unknown user';

/** Placeholder for a user hidden from the reader, where the API requires one. */
const unknownUser = (userId: number, host: string) => ({
  email: hiddenAddress(userId, host),
  full_name: unknownName,
  avatar_url: avatarUrl(withoutPicture(nobodyId)),
});

/** In a message, in place of its sender. */
export function unknownSender(userId: number, host: string) {
  const { email, full_name, avatar_url } = unknownUser(userId, host);
  return { sender_email: email, sender_full_name: full_name, avatar_url };
}

/** Placeholder for a user hidden from the reader, for clients that require an entry for every ID. */
export function unknownUserObject(userId: number, host: string, joined: number): RegisteredUser {
  return {
    ...unknownUser(userId, host),
    user_id: userId,
    delivery_email: null,
    role: roles.member,
    ...roleTruths(roles.member),
    is_bot: false,
    bot_type: null,
    bot_owner_id: null,
    timezone: '',
    date_joined: isoTime(joined),
    avatar_version: 1,
    is_imported_stub: false,
    profile_data: {},
  };
}

function account(user: User, deliveryEmail: string | null) {
  return {
    user_id: user.id,
    email: user.email,
    delivery_email: deliveryEmail,
    full_name: user.fullName,
    role: user.role,
    ...roleTruths(user.role),
    is_bot: user.isBot,
    // Checked when it was stored.
    bot_type: user.botType as BotType | null,
    bot_owner_id: user.botOwnerId,
    timezone: user.timezone,
    date_joined: isoTime(user.dateJoined),
    avatar_url: avatarUrl(user),
    avatar_version: shownVersion(user),
    is_imported_stub: user.isImportedStub,
  };
}

function roleTruths(role: Role) {
  return {
    is_owner: role === roles.owner,
    is_admin: role <= roles.administrator,
    is_guest: role === roles.guest,
  };
}

/** Written with an offset: not every parser accepts the letter Z. */
export function isoTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, -5)}+00:00`;
}

type UserEvent = Extract<EventBody, { type: 'realm_user' }>;

/** The event has the real address, which the encoder removes for readers without permission. */
export function userAdded(user: User): UserEvent {
  return { type: 'realm_user', op: 'add', person: userObject(user, { seesEmail: true, withProfile: true }) };
}

/** "Unknown user" for clients that need an entry for every id; the encoder makes the account up. */
export function unknownUserAdded({ id }: User): UnknownUserEvent {
  return { type: 'realm_user', op: 'add', person: { user_id: id }, isUnknownUser: true };
}

export function userChanged(person: UserUpdate): UserEvent {
  return { type: 'realm_user', op: 'update', person };
}

/** The event has no name, since its readers may no longer know it. */
export function userRemoved({ id }: User): UserEvent {
  return { type: 'realm_user', op: 'remove', person: { user_id: id, full_name: unknownName } };
}

// URLs of avatars.

type AvatarOwner = Pick<User, 'id' | 'avatarVersion' | 'avatarSource'>;

/** The stored version counts changes in its upper bits; the lower ones are random, so that it cannot be guessed. */
const secrets = 2 ** 36;

/** The version that clients get. COMPAT(clients with a 32-bit field): it grows by one. */
export const shownVersion = ({ avatarVersion }: Pick<User, 'avatarVersion'>): number =>
  Math.floor(avatarVersion / secrets) + 1;

/** The version to store for the next picture. */
export const nextVersion = (user: Pick<User, 'avatarVersion'>): number =>
  shownVersion(user) * secrets + randomInt(secrets);

/** The secret part of an uploaded avatar's URL, known only to those who were sent the URL. */
export const pictureSecret = ({ avatarVersion }: Pick<User, 'avatarVersion'>): string =>
  avatarVersion.toString(36);

/** The owner of a drawn avatar: one without an account here, or whose name is hidden. */
export const withoutPicture = (id: number): AvatarOwner => ({ id, avatarVersion: 1, avatarSource: 'J' });

/** All avatars are served by this server, so that no reader's IP address reaches a third party. */
export const avatarUrl = (user: AvatarOwner): string => `/avatar/${user.id}?${query(user)}`;

/** 500 pixels instead of 100, for profiles. */
export const mediumAvatarUrl = (user: AvatarOwner): string => `/avatar/${user.id}/medium?${query(user)}`;

const query = (user: AvatarOwner): string =>
  (user.avatarSource === 'U' ? `x=${pictureSecret(user)}&` : '') + `version=${shownVersion(user)}`;

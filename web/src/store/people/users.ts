/** People and bots, and the account of the person who is signed in. */
import type { Event, EventOf } from '../../../../wire/events.ts';
import type { RegisterAnswer } from '../../../../wire/register.ts';
import type { ProfileData, SystemBot, User, UserUpdate } from '../../../../wire/users.ts';
import { forgetInGroups } from './groups.ts';
import type { State } from '../index.ts';
import { without } from '../objects.ts';
import { forgetInSettings } from '../organization/permissions.ts';
import { forgetSubscriber } from '../channels/subscriptions.ts';

export type Users = Map<number, User>;

/** What is known of one's own account only; the rest is in `users`. */
export type Own = {
  user_id: number;
  email: string;
  delivery_email: string;
  full_name: string;
  avatar_url: string | null;
  avatar_url_medium: string | null;
  avatar_source: string;
};

export function ownFromRegister(answer: RegisterAnswer): Own {
  if (answer.user_id === undefined) throw new Error('This registration did not ask for realm_user.');
  return {
    user_id: answer.user_id,
    email: answer.email ?? '',
    delivery_email: answer.delivery_email ?? '',
    full_name: answer.full_name ?? '',
    avatar_url: answer.avatar_url ?? null,
    avatar_url_medium: answer.avatar_url_medium ?? null,
    avatar_source: answer.avatar_source ?? 'J',
  };
}

/** Events that change people, who may be fetched apart from the rest. */
export const isOfPeople = ({ type }: Event): boolean =>
  type === 'realm_user' || type === 'custom_profile_fields';

export function usersFromRegister(answer: RegisterAnswer): Users {
  const users: Users = new Map();
  for (const user of answer.realm_users ?? []) users.set(user.user_id, { ...user, is_active: true });
  for (const user of answer.realm_non_active_users ?? [])
    users.set(user.user_id, { ...user, is_active: false });
  return users;
}

export const systemBotsFromRegister = (answer: RegisterAnswer): Map<number, SystemBot> =>
  new Map((answer.cross_realm_bots ?? []).map((bot) => [bot.user_id, bot]));

export function reduceUsers(state: State, event: EventOf<'realm_user'>): void {
  reduceUserList(state.users, event);
  const { user_id: id } = event.person;
  if (event.op === 'remove') forgetSubscriber(state, id);
  if (event.op !== 'update') return;
  if ('is_active' in event.person && !event.person.is_active) forgetEverywhere(state, id);
  if (id === state.own.user_id) updateOwn(state.own, event.person);
}

/** The list alone: what else the event changes may have been changed again since. */
export function reduceUserList(users: Users, event: EventOf<'realm_user'>): void {
  switch (event.op) {
    case 'add':
      users.set(event.person.user_id, { ...event.person });
      return;
    case 'remove':
      users.delete(event.person.user_id);
      return;
    case 'update':
      updateUser(users, event.person);
  }
}

function updateUser(users: Users, change: UserUpdate): void {
  const known = users.get(change.user_id);
  if (known === undefined) return;
  // Another object: what shows a person whom it was given looks again when it is given another.
  const user = { ...known };
  users.set(user.user_id, user);
  if ('full_name' in change) user.full_name = change.full_name;
  if ('delivery_email' in change) user.delivery_email = change.delivery_email;
  if ('new_email' in change) user.email = change.new_email;
  if ('timezone' in change) user.timezone = change.timezone;
  if ('bot_owner_id' in change) user.bot_owner_id = change.bot_owner_id;
  if ('date_joined' in change) user.date_joined = change.date_joined;
  if ('is_imported_stub' in change) user.is_imported_stub = change.is_imported_stub;
  if ('role' in change) setRole(user, change.role);
  if ('avatar_version' in change) setPicture(user, change);
  if ('custom_profile_field' in change) setProfileField(user, change.custom_profile_field);
  if ('is_active' in change) user.is_active = change.is_active;
}

function setRole(user: User, role: User['role']): void {
  user.role = role;
  user.is_owner = role === 100;
  user.is_admin = role <= 200;
  user.is_guest = role === 600;
}

/** A user without the field stays without: the server leaves it out for clients that asked for that. */
function setPicture(user: User, change: { avatar_url: string | null; avatar_version: number }): void {
  if (user.avatar_url !== undefined) user.avatar_url = change.avatar_url;
  user.avatar_version = change.avatar_version;
}

type ProfileField = Extract<UserUpdate, { custom_profile_field: unknown }>['custom_profile_field'];

function setProfileField(user: User, { id, value, rendered_value }: ProfileField): void {
  const data: ProfileData = without(user.profile_data ?? {}, [String(id)]);
  if (value !== null) data[id] = rendered_value === undefined ? { value } : { value, rendered_value };
  user.profile_data = data;
}

/** Who is deactivated is in no list of members, subscribers or holders, known or not. */
function forgetEverywhere(state: State, userId: number): void {
  forgetSubscriber(state, userId);
  forgetInGroups(state, userId);
  forgetInSettings(state.organization, userId);
  for (const channel of state.channels.values()) forgetInSettings(channel, userId);
}

function updateOwn(own: Own, change: UserUpdate): void {
  if ('full_name' in change) own.full_name = change.full_name;
  if ('new_email' in change) own.email = change.new_email;
  if ('delivery_email' in change && change.delivery_email !== null)
    own.delivery_email = change.delivery_email;
  if ('avatar_version' in change) {
    own.avatar_url = change.avatar_url;
    own.avatar_url_medium = change.avatar_url_medium;
    own.avatar_source = change.avatar_source;
  }
}

/** Users and bots. */
import type { Event, EventOf } from '../../../../wire/events.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import type { ProfileData, SystemBot, User, UserUpdate } from '../../../../wire/users.ts';
import type { ChannelState } from '../base/channel-state.ts';
import { removeSubscriber } from '../channels/subscriptions.ts';
import { defineNoun } from '../base/noun.ts';
import { without } from '../base/objects.ts';
import type { Organization } from '../organization/organization.ts';
import { removeFromSettings } from '../organization/permissions.ts';
import { removeFromGroups, type GroupState } from './groups.ts';

export type Users = Map<number, User>;
export type UserState = { users: Users };

/** All lists that may contain a user. */
type Lists = UserState & GroupState & ChannelState & { organization: Organization };

/** Events that change users, who may be fetched separately. */
export const isOfPeople = ({ type }: Event): boolean =>
  type === 'realm_user' || type === 'custom_profile_fields';

function usersFromRegister(response: RegisterResponse): Users {
  const users: Users = new Map();
  for (const user of response.realm_users ?? []) users.set(user.user_id, { ...user, is_active: true });
  for (const user of response.realm_non_active_users ?? [])
    users.set(user.user_id, { ...user, is_active: false });
  return users;
}

const systemBotsFromRegister = (response: RegisterResponse): Map<number, SystemBot> =>
  new Map((response.cross_realm_bots ?? []).map((bot) => [bot.user_id, bot]));

function reduceUsers(state: Lists, event: EventOf<'realm_user'>): void {
  reduceUserList(state.users, event);
  const { user_id: id } = event.person;
  if (event.op === 'remove') removeSubscriber(state, id);
  if (event.op === 'update' && 'is_active' in event.person && !event.person.is_active)
    removeEverywhere(state, id);
}

/** Changes the list of users alone: the rest of the state may have changed again since. */
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
  // Replaces the object, so that components that depend on it render again.
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

/** A user without the field stays without it: the server omits it for clients that asked for that. */
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

/** A deactivated user is removed from all lists of members, subscribers and permissions. */
function removeEverywhere(state: Lists, userId: number): void {
  removeSubscriber(state, userId);
  removeFromGroups(state, userId);
  removeFromSettings(state.organization, userId);
  for (const channel of state.channels.values()) removeFromSettings(channel, userId);
}

export const users = defineNoun({
  keys: ['realm_user'],
  state: { users: usersFromRegister, systemBots: systemBotsFromRegister },
  reducers: { realm_user: reduceUsers },
  touches: { realm_user: 'any' },
  // The registration has only some users; all others are fetched after it.
  kept: { users: (before: Users, next: Users): Users => new Map([...before, ...next]) },
});

/** The account of the signed-in person. */
import type { EventOf } from '../../../../wire/events.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import type { UserUpdate } from '../../../../wire/users.ts';
import { defineNoun } from '../base/noun.ts';

/** What only one's own account has; the rest is in `users`. */
type OwnAccount = {
  user_id: number;
  email: string;
  delivery_email: string;
  full_name: string;
  avatar_url: string | null;
  avatar_url_medium: string | null;
  avatar_source: string;
};

export type OwnState = { own: OwnAccount };

/** @throws Error if the registration lacks the person's own account. */
export function ownIdFromRegister({ user_id }: RegisterResponse): number {
  if (user_id === undefined) throw new Error('This registration did not ask for realm_user.');
  return user_id;
}

function ownFromRegister(response: RegisterResponse): OwnAccount {
  return {
    user_id: ownIdFromRegister(response),
    email: response.email ?? '',
    delivery_email: response.delivery_email ?? '',
    full_name: response.full_name ?? '',
    avatar_url: response.avatar_url ?? null,
    avatar_url_medium: response.avatar_url_medium ?? null,
    avatar_source: response.avatar_source ?? 'J',
  };
}

function reduceUsers({ own }: OwnState, { op, person }: EventOf<'realm_user'>): void {
  if (op === 'update' && person.user_id === own.user_id) updateOwn(own, person);
}

function updateOwn(own: OwnAccount, change: UserUpdate): void {
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

export const own = defineNoun({
  keys: ['realm_user'],
  state: { own: ownFromRegister },
  reducers: { realm_user: reduceUsers },
});

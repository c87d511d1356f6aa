/** The properties of an account that the command line shows. */
import { isoTime } from '../../core/users/index.ts';
import type { User } from '../../core/organization/index.ts';
import { nameOfRole } from './lookup.ts';

export const accountFacts = (user: User) => ({
  user_id: user.id,
  email: user.deliveryEmail,
  full_name: user.fullName,
  role: nameOfRole(user.role),
  is_bot: user.isBot,
  is_active: user.isActive,
  date_joined: isoTime(user.dateJoined),
});

/** What features above may react to in the life of an account. */
import type { User } from '../organization/types.ts';
import { defineHook } from '../log/hooks.ts';

/** An account has just been deactivated: what depends on it ends too. */
export const userDeactivated = defineHook<User>('user deactivated');

/** The profile of an account is being deleted: what features keep of it goes too. */
export const profileDeleted = defineHook<User>('profile deleted');

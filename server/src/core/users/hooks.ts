/** What features above may react to in the life of an account. */
import { defineHook } from '../log/index.ts';
import type { User } from '../organization/index.ts';

/** An account has just been deactivated: what depends on it ends too. */
export const userDeactivated = defineHook<User>('user deactivated');

/** The profile of an account is being deleted: what features keep of it goes too. */
export const profileDeleted = defineHook<User>('profile deleted');

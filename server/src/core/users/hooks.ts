/** Hooks for the creation, deactivation and deletion of accounts. */
import { defineHook } from '../log/index.ts';
import type { User } from '../organization/index.ts';

/** After an account was created for a person, in whichever way. */
export const personAdded = defineHook<User>('person added');

/** After an account was deactivated: features end what depends on it. */
export const userDeactivated = defineHook<User>('user deactivated');

/** While a profile is deleted: features delete what they store about it. */
export const profileDeleted = defineHook<User>('profile deleted');

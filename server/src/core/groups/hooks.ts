/** The hook by which features react when users lose permissions. */
import { defineHook } from '../log/index.ts';

/** A user may have fewer permissions than before, because of a role, a group, or a setting of the organization. */
export const permissionsReduced = defineHook<object>('permissions reduced');

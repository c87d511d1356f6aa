/** What features above may react to where people lose permissions. */
import { defineHook } from '../log/index.ts';

/** Someone may hold fewer permissions than before: by a role, a group, or a setting of the organization. */
export const permissionsReduced = defineHook<object>('permissions reduced');

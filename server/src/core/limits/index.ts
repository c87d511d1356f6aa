/** What other rooms use of limits. */
export { deleteExpiredUses } from './shared-limit.ts';
export { makeLimit, useOnce, type UseLimit } from './use-limit.ts';

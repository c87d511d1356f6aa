/** The exports of `limits` for other rooms. */
export { refuseAboveLimit } from './creation.ts';
export { deleteExpiredUses } from './shared-limit.ts';
export { makeLimit, useOnce, writeOnce, type UseLimit } from './use-limit.ts';

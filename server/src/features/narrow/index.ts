/** What other rooms use of narrow. */
export { type Plan, planFor } from './narrow-plan.ts';
export { getIds } from './narrow-query.ts';
export type { Order } from './narrow-walk.ts';

/** The exports of `narrow` for other rooms. */
export { type Plan, planNarrow } from './narrow-plan.ts';
export { getIds } from './narrow-query.ts';
export type { Order } from './narrow-scan.ts';

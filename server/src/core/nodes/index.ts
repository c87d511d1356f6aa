/** What other rooms use of the nodes that serve one database. */
export { fencedWrite, FenceLost, withFence } from './fence.ts';
export { joinNodes } from './join.ts';
export type { Nodes } from './nodes.ts';

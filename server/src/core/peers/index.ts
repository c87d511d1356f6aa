/** The exports of `peers` for other rooms. */
export { openPeers, sharedLog } from './open.ts';
export { type Peers, type SeenHint, noPeers } from './peers.ts';

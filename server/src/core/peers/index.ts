/** What other rooms use of peers. */
export { openPeers, sharedLog } from './open.ts';
export { type Hints, type Peers, type SeenHint, noPeers } from './peers.ts';

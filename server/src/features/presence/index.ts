/** The feature: presence. */
import { defineFeature } from '../../http/feature.ts';
import { presenceBoards } from './boards.ts';
import { presenceEvents } from './events.ts';
import { presenceRoutes } from './routes.ts';
import { presenceState } from './state.ts';

export { come, leave } from './actions.ts';
export type { Board, SeenRow } from './board.ts';
export { presenceBoards, saveSeen } from './boards.ts';

export const presenceFeature = defineFeature({
  routes: presenceRoutes,
  registerState: presenceState,
  events: presenceEvents,
  workers: [presenceBoards],
});

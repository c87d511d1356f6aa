/** The feature: do not disturb. */
import { on } from '../../core/log/index.ts';
import { profileDeleted } from '../../core/users/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { clearQuiet } from './actions.ts';
import { listQuiet } from './queries.ts';
import { doNotDisturbRoutes } from './routes.ts';

export { moveQuiet, quietEnded } from './actions.ts';
export { quietAmong, quietUntil } from './queries.ts';

export const doNotDisturbFeature = defineFeature({
  routes: doNotDisturbRoutes,
  events: {
    heddle_do_not_disturb: { to: ['everyone'], about: ({ user_id: id }) => [{ kind: 'user', id }] },
  },
  registerState: {
    heddle_do_not_disturb: async ({ tx, me }) => ({ heddle_do_not_disturb: await listQuiet(tx, me) }),
  },
  reactions: [on(profileDeleted, clearQuiet)],
});

/** The feature: do not disturb. */
import { EmptyResponse } from '../../../../wire/core.ts';
import { UpdateDoNotDisturbParams } from '../../../../wire/do-not-disturb.ts';
import { on } from '../../core/log/index.ts';
import { profileDeleted } from '../../core/users/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { clearQuiet, updateQuiet, listQuiet } from './actions.ts';

export { moveQuiet, quietEnded, quietAmong, quietUntil } from './actions.ts';

const doNotDisturbRoutes = [
  route({
    method: 'PATCH',
    path: '/heddle/do_not_disturb',
    operationId: 'heddle-update-do-not-disturb',
    policy: 'humans',
    leaves: 'nothing',
    personal: true,
    params: UpdateDoNotDisturbParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => updateQuiet(tx, me, params),
  }),
];

export const doNotDisturbFeature = defineFeature({
  routes: doNotDisturbRoutes,
  events: {
    heddle_do_not_disturb: {
      to: ['everyone'],
      about: ({ user_id: id }) => [{ kind: 'user', id }],
      isOnPages: false,
    },
  },
  registerState: {
    heddle_do_not_disturb: async ({ tx, me }) => ({ heddle_do_not_disturb: await listQuiet(tx, me) }),
  },
  reactions: [on(profileDeleted, clearQuiet)],
});

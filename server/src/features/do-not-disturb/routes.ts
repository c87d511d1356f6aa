import { EmptyResponse } from '../../../../wire/core.ts';
import { UpdateDoNotDisturbParams } from '../../../../wire/do-not-disturb.ts';
import { route } from '../../http/route.ts';
import { updateQuiet } from './actions.ts';

export const doNotDisturbRoutes = [
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

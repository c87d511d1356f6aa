import { EmptyResponse } from '../../../../wire/core.ts';
import { AddSubmessageParams } from '../../../../wire/submessages.ts';
import { route } from '../../http/route.ts';
import { addSubmessage } from './actions.ts';

export const submessageRoutes = [
  route({
    method: 'POST',
    path: '/submessage',
    operationId: 'add-submessage',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: AddSubmessageParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => addSubmessage(tx, me, params),
  }),
];

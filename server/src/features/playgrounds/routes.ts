import { EmptyResponse } from '../../../../wire/core.ts';
import { AddPlaygroundResponse, AddPlaygroundParams, PlaygroundPath } from '../../../../wire/linkifiers.ts';
import { route } from '../../http/route.ts';
import { addPlayground, removePlayground } from './actions.ts';

export const playgroundRoutes = [
  route({
    method: 'POST',
    path: '/realm/playgrounds',
    operationId: 'add-code-playground',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: AddPlaygroundParams,
    response: AddPlaygroundResponse,
    write: async (tx, { params }) => ({ id: await addPlayground(tx, params) }),
  }),
  route({
    method: 'DELETE',
    path: '/realm/playgrounds/:playground_id',
    operationId: 'remove-code-playground',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: PlaygroundPath,
    response: EmptyResponse,
    write: (tx, { params }) => removePlayground(tx, params.playground_id),
  }),
];

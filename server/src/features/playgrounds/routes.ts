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
    params: AddPlaygroundParams,
    response: AddPlaygroundResponse,
    handle: async ({ app, me, params }) => ({
      id: await app.db.write(me.orgId, me, (tx) => addPlayground(tx, params)),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/realm/playgrounds/:playground_id',
    operationId: 'remove-code-playground',
    policy: 'administrators',
    params: PlaygroundPath,
    response: EmptyResponse,
    handle: async ({ app, me, params }) => {
      await app.db.write(me.orgId, me, (tx) => removePlayground(tx, params.playground_id));
      return {};
    },
  }),
];

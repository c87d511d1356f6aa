/** The feature: playgrounds. */
import { EmptyResponse } from '../../../../wire/core.ts';
import { AddPlaygroundResponse, AddPlaygroundParams, PlaygroundPath } from '../../../../wire/linkifiers.ts';
import { organizationWide } from '../../core/events/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { addPlayground, removePlayground, getPlaygrounds } from './actions.ts';

export { addPlayground, getPlaygrounds } from './actions.ts';

const playgroundRoutes = [
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

const playgroundState: Pick<StateFetchers, 'realm_playgrounds'> = {
  realm_playgrounds: async ({ tx }) => ({ realm_playgrounds: await getPlaygrounds(tx, tx.orgId) }),
};

export const playgroundsFeature = defineFeature({
  routes: playgroundRoutes,
  events: { realm_playgrounds: organizationWide },
  registerState: playgroundState,
});

/** The feature: saved snippets. */
import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  CreateSnippetResponse,
  CreateSnippetParams,
  EditSnippetParams,
  GetSnippetsResponse,
  SnippetPath,
} from '../../../../wire/saved-snippets.ts';
import { personal } from '../../core/events/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route, withPath } from '../../http/route.ts';
import { createSnippet, deleteSnippet, editSnippet, getSnippets } from './actions.ts';

export { createSnippet } from './actions.ts';

const snippetRoutes = [
  route({
    method: 'GET',
    path: '/saved_snippets',
    operationId: 'get-saved-snippets',
    policy: 'signedIn',
    scope: 'read',
    params: Type.Object({}),
    response: GetSnippetsResponse,
    handle: async ({ app, me }) => ({ saved_snippets: await getSnippets(app.db.read, me.id) }),
  }),
  route({
    method: 'POST',
    path: '/saved_snippets',
    operationId: 'create-saved-snippet',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: CreateSnippetParams,
    response: CreateSnippetResponse,
    write: async (tx, { me, params }) => ({ saved_snippet_id: await createSnippet(tx, me.id, params) }),
  }),
  route({
    method: 'PATCH',
    path: '/saved_snippets/:saved_snippet_id',
    operationId: 'edit-saved-snippet',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: withPath(SnippetPath, EditSnippetParams),
    response: EmptyResponse,
    write: (tx, { me, params }) => editSnippet(tx, me.id, params.saved_snippet_id, params),
  }),
  route({
    method: 'DELETE',
    path: '/saved_snippets/:saved_snippet_id',
    operationId: 'delete-saved-snippet',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: SnippetPath,
    response: EmptyResponse,
    write: (tx, { me, params }) => deleteSnippet(tx, me.id, params.saved_snippet_id),
  }),
];

const snippetState: Pick<StateFetchers, 'saved_snippets'> = {
  saved_snippets: async ({ tx, me }) => ({ saved_snippets: await getSnippets(tx, me.id) }),
};

export const savedSnippetsFeature = defineFeature({
  routes: snippetRoutes,
  events: { saved_snippets: personal },
  registerState: snippetState,
});

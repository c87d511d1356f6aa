import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  AddLinkifierResponse,
  GetLinkifiersResponse,
  LinkifierParams,
  LinkifierPath,
  ReorderLinkifiersParams,
} from '../../../../wire/linkifiers.ts';
import { route, withPath } from '../../http/route.ts';
import { addLinkifier, removeLinkifier, reorderLinkifiers, updateLinkifier } from './actions.ts';
import { getLinkifiers } from './queries.ts';

export const linkifierRoutes = [
  route({
    method: 'GET',
    path: '/realm/linkifiers',
    operationId: 'get-linkifiers',
    policy: 'signedIn',
    scope: 'directory',
    params: Type.Object({}),
    response: GetLinkifiersResponse,
    handle: async ({ app, me }) => ({ linkifiers: await getLinkifiers(app.db.read, me.orgId) }),
  }),
  route({
    method: 'PATCH',
    path: '/realm/linkifiers',
    operationId: 'reorder-linkifiers',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: ReorderLinkifiersParams,
    response: EmptyResponse,
    write: (tx, { params }) => reorderLinkifiers(tx, params.ordered_linkifier_ids),
  }),
  route({
    method: 'POST',
    path: '/realm/filters',
    operationId: 'add-linkifier',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: LinkifierParams,
    response: AddLinkifierResponse,
    write: async (tx, { params }) => ({ id: await addLinkifier(tx, params) }),
  }),
  route({
    method: 'PATCH',
    path: '/realm/filters/:filter_id',
    operationId: 'update-linkifier',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: withPath(LinkifierPath, LinkifierParams),
    response: EmptyResponse,
    write: (tx, { params }) => updateLinkifier(tx, params.filter_id, params),
  }),
  route({
    method: 'DELETE',
    path: '/realm/filters/:filter_id',
    operationId: 'remove-linkifier',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: LinkifierPath,
    response: EmptyResponse,
    write: (tx, { params }) => removeLinkifier(tx, params.filter_id),
  }),
];

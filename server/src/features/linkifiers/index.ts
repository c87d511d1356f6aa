/** The feature: linkifiers. */
import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  AddLinkifierResponse,
  GetLinkifiersResponse,
  LinkifierParams,
  LinkifierPath,
  ReorderLinkifiersParams,
} from '../../../../wire/linkifiers.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import {
  type Encoder,
  type EventRules,
  once,
  openObject,
  organizationWide,
} from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route, withPath } from '../../http/route.ts';
import {
  addLinkifier,
  removeLinkifier,
  reorderLinkifiers,
  updateLinkifier,
  getLinkifiers,
} from './actions.ts';

export { addLinkifier, getLinkifiers } from './actions.ts';

const linkifierRoutes = [
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

const linkifierState: Pick<StateFetchers, 'realm_linkifiers'> = {
  // COMPAT(clients before level 176): they do not support URL templates.
  realm_linkifiers: async ({ tx, capabilities }) => ({
    realm_linkifiers: capabilities.linkifier_url_template ? await getLinkifiers(tx, tx.orgId) : [],
  }),
};

// Events about linkifiers are for clients that support URL templates.

const encodeLinkifiers: Encoder = ({ event }, { options }, shared) =>
  options.capabilities.linkifier_url_template === true ? once(shared, '', () => openObject(event)) : null;

const linkifierEvents: Pick<EventRules, 'realm_linkifiers'> = {
  realm_linkifiers: { ...organizationWide, encode: encodeLinkifiers },
};

export const linkifiersFeature = defineFeature({
  routes: linkifierRoutes,
  registerState: linkifierState,
  events: linkifierEvents,
});

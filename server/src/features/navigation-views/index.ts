/** The feature: navigation views. */
import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  AddNavigationViewParams,
  EditNavigationViewParams,
  GetNavigationViewsResponse,
  NavigationViewPath,
} from '../../../../wire/navigation-views.ts';
import { personal } from '../../core/events/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route, withPath } from '../../http/route.ts';
import {
  addNavigationView,
  editNavigationView,
  removeNavigationView,
  getNavigationViews,
} from './actions.ts';

export { addNavigationView } from './actions.ts';

const navigationViewRoutes = [
  route({
    method: 'GET',
    path: '/navigation_views',
    operationId: 'get-navigation-views',
    policy: 'signedIn',
    scope: 'read',
    params: Type.Object({}),
    response: GetNavigationViewsResponse,
    handle: async ({ app, me }) => ({ navigation_views: await getNavigationViews(app.db.read, me.id) }),
  }),
  route({
    method: 'POST',
    path: '/navigation_views',
    operationId: 'add-navigation-view',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: AddNavigationViewParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => addNavigationView(tx, me.id, params),
  }),
  route({
    method: 'PATCH',
    path: '/navigation_views/:fragment*',
    operationId: 'edit-navigation-view',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: withPath(NavigationViewPath, EditNavigationViewParams),
    response: EmptyResponse,
    write: (tx, { me, params }) => editNavigationView(tx, me.id, params.fragment, params),
  }),
  route({
    method: 'DELETE',
    path: '/navigation_views/:fragment*',
    operationId: 'remove-navigation-view',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: NavigationViewPath,
    response: EmptyResponse,
    write: (tx, { me, params }) => removeNavigationView(tx, me.id, params.fragment),
  }),
];

const navigationViewState: Pick<StateFetchers, 'navigation_views'> = {
  navigation_views: async ({ tx, me }) => ({ navigation_views: await getNavigationViews(tx, me.id) }),
};

export const navigationViewsFeature = defineFeature({
  routes: navigationViewRoutes,
  events: { navigation_view: personal },
  registerState: navigationViewState,
});

import {
  ChangeSubscriptionsResponse,
  ChangeSubscriptionsParams,
  CreateChannelResponse,
  CreateChannelParams,
  GetSubscriptionsResponse,
  GetSubscriptionsParams,
  SubscribeResponse,
  SubscribeParams,
  UnsubscribeResponse,
  SubscriptionPath,
  SubscriptionStatusResponse,
  SubscriptionStatusPath,
  UnsubscribeParams,
  UpdateSubscriptionParams,
  UpdateSubscriptionsParams,
  UserChannelsResponse,
  UserChannelsPath,
} from '../../../../wire/subscriptions.ts';
import { EmptyResponse } from '../../../../wire/core.ts';
import { route, withPath } from '../../http/route.ts';
import { changeSubscriptions } from './change.ts';
import { createWithSubscribers } from './create-channel.ts';
import { getSubscriptions, subscriptionStatus, userChannels } from './lists.ts';
import { updateSubscriptions } from './properties.ts';
import { subscribe } from './subscribe.ts';
import { unsubscribe } from './unsubscribe.ts';

export const subscriptionRoutes = [
  route({
    method: 'GET',
    path: '/users/me/subscriptions',
    operationId: 'get-subscriptions',
    policy: 'signedIn',
    scope: 'read',
    params: GetSubscriptionsParams,
    response: GetSubscriptionsResponse,
    handle: ({ app, me, params }) => getSubscriptions(app.db.read, me, params.include_subscribers),
  }),
  route({
    method: 'GET',
    path: '/users/:user_id/subscriptions/:stream_id',
    operationId: 'get-subscription-status',
    policy: 'signedIn',
    scope: 'directory',
    params: SubscriptionStatusPath,
    response: SubscriptionStatusResponse,
    handle: ({ app, me, params: { user_id: userId, stream_id: channelId } }) =>
      subscriptionStatus(app.db.read, me, userId, channelId),
  }),
  route({
    method: 'GET',
    path: '/users/:user_id/channels',
    operationId: 'get-user-channels',
    policy: 'signedIn',
    scope: 'directory',
    params: UserChannelsPath,
    response: UserChannelsResponse,
    handle: ({ app, me, params }) => userChannels(app.db.read, me, params.user_id),
  }),
  route({
    method: 'POST',
    path: '/channels/create',
    operationId: 'create-channel',
    policy: 'nonGuests',
    scope: 'administer',
    leaves: 'nothing',
    params: CreateChannelParams,
    response: CreateChannelResponse,
    handle: createWithSubscribers,
  }),
  route({
    method: 'POST',
    path: '/users/me/subscriptions',
    operationId: 'subscribe',
    policy: 'nonGuests',
    scope: 'administer',
    leaves: 'nothing',
    params: SubscribeParams,
    response: SubscribeResponse,
    handle: subscribe,
  }),
  route({
    method: 'PATCH',
    path: '/users/me/subscriptions',
    operationId: 'update-subscriptions',
    policy: 'signedIn',
    leaves: 'nothing',
    params: ChangeSubscriptionsParams,
    response: ChangeSubscriptionsResponse,
    handle: changeSubscriptions,
  }),
  route({
    method: 'DELETE',
    path: '/users/me/subscriptions',
    operationId: 'unsubscribe',
    policy: 'signedIn',
    scope: 'administer',
    leaves: 'nothing',
    params: UnsubscribeParams,
    response: UnsubscribeResponse,
    handle: unsubscribe,
  }),
  route({
    method: 'POST',
    path: '/users/me/subscriptions/properties',
    operationId: 'update-subscription-settings',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: UpdateSubscriptionsParams,
    response: EmptyResponse,
    write: (tx, { me, params }) =>
      updateSubscriptions(
        tx,
        me.id,
        params.subscription_data.map(({ stream_id: channelId, ...change }) => ({ channelId, ...change })),
      ),
  }),
  route({
    method: 'PATCH',
    path: '/users/me/subscriptions/:stream_id',
    operationId: 'update-subscription-property',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: withPath(SubscriptionPath, UpdateSubscriptionParams),
    response: EmptyResponse,
    write: (tx, { me, params: { stream_id: channelId, property, value } }) =>
      updateSubscriptions(tx, me.id, [{ channelId, property, value }]),
  }),
];

import {
  ChangeSubscriptionsAnswer,
  ChangeSubscriptionsParams,
  CreateChannelAnswer,
  CreateChannelParams,
  GetSubscriptionsAnswer,
  GetSubscriptionsParams,
  SubscribeAnswer,
  SubscribeParams,
  UnsubscribeAnswer,
  SubscriptionPath,
  SubscriptionStatusAnswer,
  SubscriptionStatusPath,
  UnsubscribeParams,
  UpdateSubscriptionParams,
  UpdateSubscriptionsParams,
  UserChannelsAnswer,
  UserChannelsPath,
} from '../../../../wire/subscriptions.ts';
import { EmptyAnswer } from '../../../../wire/core.ts';
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
    params: GetSubscriptionsParams,
    answer: GetSubscriptionsAnswer,
    handle: ({ app, me, params }) => getSubscriptions(app.db.read, me, params.include_subscribers),
  }),
  route({
    method: 'GET',
    path: '/users/:user_id/subscriptions/:stream_id',
    operationId: 'get-subscription-status',
    policy: 'signedIn',
    params: SubscriptionStatusPath,
    answer: SubscriptionStatusAnswer,
    handle: ({ app, me, params: { user_id: userId, stream_id: channelId } }) =>
      subscriptionStatus(app.db.read, me, userId, channelId),
  }),
  route({
    method: 'GET',
    path: '/users/:user_id/channels',
    operationId: 'get-user-channels',
    policy: 'signedIn',
    params: UserChannelsPath,
    answer: UserChannelsAnswer,
    handle: ({ app, me, params }) => userChannels(app.db.read, me, params.user_id),
  }),
  route({
    method: 'POST',
    path: '/channels/create',
    operationId: 'create-channel',
    policy: 'nonGuests',
    params: CreateChannelParams,
    answer: CreateChannelAnswer,
    handle: createWithSubscribers,
  }),
  route({
    method: 'POST',
    path: '/users/me/subscriptions',
    operationId: 'subscribe',
    policy: 'nonGuests',
    params: SubscribeParams,
    answer: SubscribeAnswer,
    handle: subscribe,
  }),
  route({
    method: 'PATCH',
    path: '/users/me/subscriptions',
    operationId: 'update-subscriptions',
    policy: 'signedIn',
    params: ChangeSubscriptionsParams,
    answer: ChangeSubscriptionsAnswer,
    handle: changeSubscriptions,
  }),
  route({
    method: 'DELETE',
    path: '/users/me/subscriptions',
    operationId: 'unsubscribe',
    policy: 'signedIn',
    params: UnsubscribeParams,
    answer: UnsubscribeAnswer,
    handle: unsubscribe,
  }),
  route({
    method: 'POST',
    path: '/users/me/subscriptions/properties',
    operationId: 'update-subscription-settings',
    policy: 'signedIn',
    params: UpdateSubscriptionsParams,
    answer: EmptyAnswer,
    handle: async ({ app, me, params }) => {
      const changes = params.subscription_data.map(({ stream_id, property, value }) => ({
        channelId: stream_id,
        property,
        value,
      }));
      await app.db.write(me.orgId, me, (tx) => updateSubscriptions(tx, me.id, changes));
      return {};
    },
  }),
  route({
    method: 'PATCH',
    path: '/users/me/subscriptions/:stream_id',
    operationId: 'update-subscription-property',
    policy: 'signedIn',
    params: withPath(SubscriptionPath, UpdateSubscriptionParams),
    answer: EmptyAnswer,
    handle: async ({ app, me, params: { stream_id, property, value } }) => {
      const change = { channelId: stream_id, property, value };
      await app.db.write(me.orgId, me, (tx) => updateSubscriptions(tx, me.id, [change]));
      return {};
    },
  }),
];

import {
  GetSubscriptionsAnswer,
  GetSubscriptionsParams,
  SubscribeAnswer,
  SubscribeParams,
  UnsubscribeAnswer,
  UnsubscribeParams,
} from '../../../../wire/subscriptions.ts';
import { route } from '../../http/route.ts';
import { getSubscriptions } from './lists.ts';
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
    handle: ({ heddle, me, params }) => getSubscriptions(heddle.db.read, me, params.include_subscribers),
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
    method: 'DELETE',
    path: '/users/me/subscriptions',
    operationId: 'unsubscribe',
    policy: 'signedIn',
    params: UnsubscribeParams,
    answer: UnsubscribeAnswer,
    handle: unsubscribe,
  }),
];

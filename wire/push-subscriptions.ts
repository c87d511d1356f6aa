/** Browsers and apps that receive push notifications by RFC 8030. An extension: the compatible API has no equivalent. */
import { Exact, Id, Nullable, OneOf, Type, UnixSeconds, type Static } from './core.ts';

const Kind = OneOf(['web', 'unifiedpush']);

/** A browser or app. */
const PushSubscription = Exact({
  id: Id,
  kind: Kind,
  name: Type.String(),
  created_at: UnixSeconds,
  // Time of the last notification that its push service accepted.
  delivered_at: Nullable(UnixSeconds),
  // The reason for which the last attempt failed, in English; null after a success.
  last_error: Nullable(Type.String()),
  // Whether it belongs to the requesting session.
  is_current: Type.Boolean(),
});
export type PushSubscription = Static<typeof PushSubscription>;

/** GET /heddle/push_subscriptions: the latest first. */
export const GetPushSubscriptionsResponse = Exact({
  // The VAPID key to subscribe with: an uncompressed P-256 point in base64url.
  application_server_key: Type.String(),
  subscriptions: Type.Array(PushSubscription),
});
export type GetPushSubscriptionsResponse = Static<typeof GetPushSubscriptionsResponse>;

/** POST /heddle/push_subscriptions: registers the subscription of a browser or app. One with the same endpoint is replaced. */
export const AddPushSubscriptionParams = Type.Object({
  endpoint: Type.String({ minLength: 1, maxLength: 2000 }),
  p256dh: Type.String({ maxLength: 200 }),
  auth: Type.String({ maxLength: 100 }),
  name: Type.String({ maxLength: 100, default: '' }),
  kind: Type.Optional(Kind),
});
export type AddPushSubscriptionParams = Static<typeof AddPushSubscriptionParams>;
export const AddPushSubscriptionResponse = Exact({ id: Id });
export type AddPushSubscriptionResponse = Static<typeof AddPushSubscriptionResponse>;

/** DELETE /heddle/push_subscriptions/{subscription_id} */
export const PushSubscriptionPath = Type.Object({ subscription_id: Id });

/** POST /heddle/push_subscriptions/test: to one subscription, or to all of the caller's. */
export const TestPushSubscriptionsParams = Type.Object({ subscription_id: Type.Optional(Id) });
export const TestPushSubscriptionsResponse = Exact({
  results: Type.Array(Exact({ id: Id, is_delivered: Type.Boolean(), error: Nullable(Type.String()) })),
});
export type TestPushSubscriptionsResponse = Static<typeof TestPushSubscriptionsResponse>;

/** PATCH /users/me/subscriptions: subscribes to some channels and unsubscribes from others in one transaction. */
import type {
  ChangeSubscriptionsResponse,
  ChangeSubscriptionsParams,
  SubscribeParams,
} from '../../../../wire/subscriptions.ts';
import { apiError } from '../../lib/errors.ts';
import { checkPolicyIn } from '../../core/organization/index.ts';
import type { Context } from '../../http/route.ts';
import { subscribeIn, requestedChannels } from './subscribe.ts';
import { unsubscribeIn } from './unsubscribe.ts';

/** Parameters of `subscribe` that this request does not have. */
const usual: Omit<SubscribeParams, 'subscriptions'> = {
  authorization_errors_fatal: true,
  announce: false,
  send_new_subscription_messages: true,
  invite_only: false,
  is_web_public: false,
  is_default_stream: false,
};

export async function changeSubscriptions({
  app,
  me,
  params,
}: Context<ChangeSubscriptionsParams>): Promise<ChangeSubscriptionsResponse> {
  const { add, delete: left } = params;
  if (add.length === 0 && left.length === 0) throw apiError('parameters.nothing-to-do');
  const wanted = requestedChannels(add);
  return app.db.write(me.orgId, me, async (tx) => {
    if (add.length > 0) checkPolicyIn(tx, 'nonGuests', me);
    const joined = { ...usual, subscriptions: add };
    const { subscribed, already_subscribed } = await subscribeIn(tx, me, wanted, joined, app.config);
    const { removed, not_removed } = await unsubscribeIn(tx, me, { subscriptions: left });
    return { subscribed, already_subscribed, removed, not_removed };
  });
}

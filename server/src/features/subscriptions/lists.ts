/** A user's channels as lists: subscribed, formerly subscribed, and otherwise visible. */
import type { RegisterState } from '../../../../wire/register.ts';
import type {
  GetSubscriptionsResponse,
  IncludeSubscribers,
  SubscriptionStatusResponse,
  UserChannelsResponse,
} from '../../../../wire/subscriptions.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import {
  canSeeChannel,
  channelById,
  personalSettings,
  subscriptionText,
  withoutNull,
} from '../../core/channels/index.ts';
import type { Channel, OrganizationCache, Principal, User } from '../../core/organization/index.ts';
import { visibleUser } from '../../core/users/index.ts';
import { apiError } from '../../lib/errors.ts';
import { listText, type Written } from '../../lib/json/json-text.ts';

const readSubscriptions = prepared<{ user_id: number }>()((q, p) =>
  q.selectFrom('subscription').selectAll().where('user_id', '=', p.user_id),
);

/** Sorted by name. */
export function visibleChannels(
  cache: OrganizationCache,
  user: User,
  { withArchived = false } = {},
): Channel[] {
  return [...cache.channels.values()]
    .filter((channel) => (withArchived || !channel.isArchived) && canSeeChannel(cache, channel, user))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export interface ListOptions {
  includeSubscribers: IncludeSubscribers;
  withArchived: boolean;
  /** Whether to leave out channels that the user never subscribed to. */
  isOwnOnly?: boolean;
  /** Whether the client supports null for settings that follow the user's global ones. */
  allowsNull: boolean;
}

/** Uses one query for any number of channels. */
export async function subscriptionLists(
  db: Db,
  cache: OrganizationCache,
  user: User,
  { includeSubscribers, withArchived, isOwnOnly = false, allowsNull }: ListOptions,
): Promise<Written<RegisterState<'subscription'>>> {
  const rows = await db.rows(readSubscriptions, { user_id: user.id });
  const rowsByChannel = new Map(rows.map((row) => [row.channel_id, row]));
  const lists = {
    subscriptions: [] as string[],
    unsubscribed: [] as string[],
    neverSubscribed: [] as string[],
  };
  for (const channel of visibleChannels(cache, user, { withArchived })) {
    const row = rowsByChannel.get(channel.id);
    if (!row || row.is_forgotten) {
      if (isOwnOnly) continue;
      lists.neverSubscribed.push(subscriptionText(cache, channel, includeSubscribers));
      continue;
    }
    const kept = personalSettings(row);
    const shown = allowsNull ? kept : withoutNull(kept, user);
    const list = cache.members.has(channel.id, user.id) ? lists.subscriptions : lists.unsubscribed;
    list.push(subscriptionText(cache, channel, includeSubscribers, shown));
  }
  return {
    subscriptions: listText(lists.subscriptions),
    unsubscribed: listText(lists.unsubscribed),
    never_subscribed: listText(lists.neverSubscribed),
  };
}

export async function getSubscriptions(
  db: Db,
  { cache, user }: Principal,
  includeSubscribers: IncludeSubscribers,
): Promise<Written<GetSubscriptionsResponse>> {
  const options = { includeSubscribers, withArchived: false, allowsNull: true };
  const { subscriptions } = await subscriptionLists(db, cache, user, options);
  return { subscriptions };
}

/** @throws ApiError for a user or channel hidden from the caller, and for a deactivated account */
export async function subscriptionStatus(
  db: Db,
  me: Principal,
  userId: number,
  channelId: number,
): Promise<SubscriptionStatusResponse> {
  const user = await visibleUser(db, me, me.cache.users.get(userId));
  if (!user.isActive) throw apiError('users.deactivated');
  const channel = channelById(me, channelId);
  return { is_subscribed: me.cache.members.has(channel.id, user.id) };
}

/** Channels of a user or bot. @throws ApiError for an account hidden from the caller */
export async function userChannels(db: Db, me: Principal, userId: number): Promise<UserChannelsResponse> {
  const { cache } = me;
  const user = await visibleUser(db, me, cache.users.get(userId));
  const channels = visibleChannels(cache, me.user);
  const subscribed = channels.filter(({ id }) => cache.members.has(id, user.id));
  return { subscribed_channel_ids: subscribed.map(({ id }) => id).sort((a, b) => a - b) };
}

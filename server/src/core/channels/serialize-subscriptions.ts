/** Subscriptions as the API shows them, and the events about them. */
import type { Selectable } from 'kysely';
import type { Emitted } from '../log/index.ts';
import type { Channel, OrganizationCache, User } from '../organization/index.ts';
import { userSettingDefaults, type StoredUserSettings } from '../../../../wire/settings.ts';
import {
  type IncludeSubscribers,
  type PersonalSettings,
  type Subscription,
} from '../../../../wire/subscriptions.ts';
import type { SubscriptionTable } from '../../db/schema.ts';
import { optionalFlag } from '../../db/sql.ts';
import { channelObject, channelText } from './serialize.ts';
import { joinObjects } from '../../lib/json/json-text.ts';
import { keysIn } from '../../lib/objects.ts';

export type SubscriptionRow = Selectable<SubscriptionTable>;

export function personalSettings(row: SubscriptionRow): PersonalSettings {
  return {
    color: row.color,
    is_muted: row.is_muted === 1,
    in_home_view: row.is_muted !== 1,
    pin_to_top: row.pin_to_top === 1,
    desktop_notifications: optionalFlag(row.desktop_notifications),
    audible_notifications: optionalFlag(row.audible_notifications),
    push_notifications: optionalFlag(row.push_notifications),
    email_notifications: optionalFlag(row.email_notifications),
    wildcard_mentions_notify: optionalFlag(row.wildcard_mentions_notify),
  };
}

export function subscriptionObject(
  cache: OrganizationCache,
  channel: Channel,
  personal: PersonalSettings,
): Subscription {
  return Object.assign(channelObject(cache, channel), personal);
}

/**
 * The JSON of a channel in lists of subscriptions.
 * @param include Whether it lists its subscribers: all of them, also in large channels.
 * @param personal Absent for a channel to which the reader never subscribed.
 */
export function subscriptionText(
  cache: OrganizationCache,
  channel: Channel,
  include: IncludeSubscribers,
  personal?: PersonalSettings,
): string {
  const text = channelText(cache, channel);
  const own = personal ? joinObjects(text, personal) : text;
  if (include === false) return own;
  return `${own.slice(0, -1)},"subscribers":${idsText(cache.members.getIds(channel.id))}}`;
}

const idTexts = new WeakMap<readonly number[], string>();

/** Kept as long as the list of ids, which is made again when people join or leave. */
function idsText(ids: readonly number[]): string {
  const known = idTexts.get(ids) ?? JSON.stringify(ids);
  idTexts.set(ids, known);
  return known;
}

/** A copy with the subscribers: the logged event is shared and must not change. */
export function listingSubscribers(
  shown: Subscription,
  getSubscribers: (channelId: number) => number[],
): Subscription {
  return Object.assign({}, shown, { subscribers: getSubscribers(shown.stream_id) });
}

type InheritedSetting = Extract<
  keyof PersonalSettings,
  `${string}_notifications` | 'wildcard_mentions_notify'
>;

const inheritedFrom: Readonly<Record<InheritedSetting, keyof StoredUserSettings>> = {
  desktop_notifications: 'enable_stream_desktop_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
  push_notifications: 'enable_stream_push_notifications',
  email_notifications: 'enable_stream_email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
};
const inherited = keysIn(inheritedFrom);

/** COMPAT(clients without notification_settings_null): they get the person’s own settings in place of `null`. */
export function withoutNull<Shown extends PersonalSettings>(shown: Shown, user: User): Shown {
  const settled = Object.assign({}, shown);
  for (const name of inherited)
    // All of these settings are booleans, which the type of all settings does not say by name.
    settled[name] ??= (user.settings[inheritedFrom[name]] ??
      userSettingDefaults[inheritedFrom[name]]) as boolean;
  return settled;
}

type SubscriptionChange = Extract<Emitted, { type: 'subscription' }>;

export function subscriptionAdded(subscriptions: readonly Subscription[]): SubscriptionChange {
  return { type: 'subscription', op: 'add', subscriptions: [...subscriptions] };
}

export function subscriptionRemoved(channels: readonly Channel[]): Emitted {
  return {
    type: 'subscription',
    op: 'remove',
    subscriptions: channels.map(({ id, name }) => ({ stream_id: id, name })),
  };
}

export function peersChanged(
  op: 'peer_add' | 'peer_remove',
  channelIds: readonly number[],
  userIds: readonly number[],
): SubscriptionChange {
  const common = { stream_ids: [...channelIds], user_ids: [...userIds] };
  return op === 'peer_add'
    ? { type: 'subscription', op, ...common }
    : { type: 'subscription', op, ...common };
}

type Update = Extract<Emitted, { type: 'subscription'; op: 'update' }>;

export function personalChanged(
  channelId: number,
  property: Update['property'],
  value: Update['value'],
): Emitted {
  return { type: 'subscription', op: 'update', stream_id: channelId, property, value };
}

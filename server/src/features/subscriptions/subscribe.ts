/** POST /users/me/subscriptions: subscribes the caller or others to channels, and creates missing ones. */
import { limits } from '../../../../wire/core.ts';
import type { SubscribeResponse, SubscribeParams } from '../../../../wire/subscriptions.ts';
import type { Config } from '../../lib/config/config.ts';
import { cleanChannelName, cleanDescription, joinChannels, joinRefusal } from '../../core/channels/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  findNamed,
  type Channel,
  type Principal,
  type User,
  currentUser,
} from '../../core/organization/index.ts';
import { concernsOthers, getPrincipals, watchVisibility } from '../../core/users/index.ts';
import {
  type ChannelSettings,
  type NamedChannel,
  channelSettings,
  checkFolder,
  checkNewChannels,
  createChannel,
  creationRefusal,
  noticeCreated,
} from '../channels/index.ts';
import { announceChannels, notifySubscribed } from '../message-send/index.ts';
import { apiError } from '../../lib/errors.ts';
import type { Context } from '../../http/route.ts';
import { nameKey } from '../../lib/text.ts';
import { auditSubscribers } from './audit.ts';
import { refuseTooMany } from './limit.ts';

interface SubscriptionRequest extends NamedChannel {
  color: string | undefined;
}

export async function subscribe({ app, me, params }: Context<SubscribeParams>): Promise<SubscribeResponse> {
  refuseTooMany(params.subscriptions, params.principals);
  const wanted = requestedChannels(params.subscriptions);
  return app.db.write(me.orgId, me, (tx) => subscribeIn(tx, me, wanted, params, app.config));
}

/** @param wanted The channels of `params`, parsed before the transaction. */
export async function subscribeIn(
  tx: Tx,
  me: Principal,
  wanted: readonly SubscriptionRequest[],
  params: SubscribeParams,
  config: Config,
): Promise<SubscribeResponse> {
  const caller = currentUser(tx.cache, me);
  const people = await getPrincipals(tx, tx.cache, caller, params.principals);
  const sorted = sortOut(tx, caller, wanted, { ...params, config }, concernsOthers(caller, people));
  await checkNewChannels(tx, caller, sorted.missing.length);
  if (sorted.missing.length > 0) await checkFolder(tx, sorted.settings().folderId);
  const created: Channel[] = [];
  for (const one of sorted.missing) created.push(await createChannel(tx, caller, one, sorted.settings()));
  const channels = [...sorted.existing, ...created];
  const outcome = getPlaces(tx, channels, people);
  const moves = channels.map((channel) => ({ channel, userIds: people.map((user) => user.id) }));
  const emitVisibilityChanges = await watchVisibility(tx, moves);
  await joinChannels(tx, moves, { created, colors: getColors(wanted, channels) });
  emitVisibilityChanges();
  await auditSubscribers(tx, 'add', caller.id, getFreshMoves(channels, outcome.fresh));
  const sent = await notify(tx, caller, outcome.fresh, created, params);
  return {
    subscribed: namesByUser(outcome.fresh),
    already_subscribed: namesByUser(outcome.already),
    ...(params.authorization_errors_fatal ? {} : { unauthorized: sorted.unauthorized }),
    ...(params.send_new_subscription_messages ? { new_subscription_messages_sent: sent } : {}),
  };
}

/** The distinct channels of a request: names differing in case are one channel. @throws ApiError */
export function requestedChannels(subscriptions: SubscribeParams['subscriptions']): SubscriptionRequest[] {
  refuseTooMany(subscriptions);
  const wanted = new Map<string, SubscriptionRequest>();
  for (const { name: given, description, color } of subscriptions) {
    const one = { ...namedChannel(given, description), color: color && cleanColor(color) };
    if (!wanted.has(nameKey(one.name))) wanted.set(nameKey(one.name), one);
  }
  return [...wanted.values()];
}

/** @throws ApiError for an invalid name or description */
export const namedChannel = (name: string, description = ''): NamedChannel => ({
  name: cleanChannelName(name),
  description: cleanDescription(description),
});

function cleanColor(given: string): string {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(given.toLowerCase())?.[1];
  if (digits === undefined) throw apiError('subscriptions.invalid-color');
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
}

interface SortedOut {
  existing: Channel[];
  missing: SubscriptionRequest[];
  unauthorized: string[];
  /** Settings of the channels to create. */
  settings(): ChannelSettings;
}

/** @throws ApiError for the first channel without permission, unless `authorization_errors_fatal` is off */
function sortOut(
  { cache }: Tx,
  caller: User,
  wanted: readonly SubscriptionRequest[],
  params: SubscribeParams & { config: Config },
  bringsOthers: boolean,
): SortedOut {
  let known: ChannelSettings | undefined;
  const settings = () => (known ??= channelSettings(params.config, cache, params));
  const sorted: SortedOut = { existing: [], missing: [], unauthorized: [], settings };
  for (const one of wanted) {
    const channel = findNamed(cache.channels, one.name);
    const refusal = channel
      ? joinRefusal(cache, channel, caller, bringsOthers, one.name)
      : creationRefusal(cache, caller, settings());
    if (refusal && params.authorization_errors_fatal) throw refusal;
    if (refusal) sorted.unauthorized.push(one.name);
    else if (channel) sorted.existing.push(channel);
    else sorted.missing.push(one);
  }
  return sorted;
}

type ChannelsByUser = Map<User, Channel[]>;

function getPlaces(
  { cache }: Tx,
  channels: readonly Channel[],
  people: readonly User[],
): { fresh: ChannelsByUser; already: ChannelsByUser } {
  const fresh: ChannelsByUser = new Map();
  const already: ChannelsByUser = new Map();
  for (const user of people)
    for (const channel of channels) {
      const places = cache.members.has(channel.id, user.id) ? already : fresh;
      const known = places.get(user);
      if (known) known.push(channel);
      else places.set(user, [channel]);
    }
  return { fresh, already };
}

/** By channel, in their order. */
function getFreshMoves(channels: readonly Channel[], fresh: ChannelsByUser) {
  const moves = new Map<Channel, { channel: Channel; userIds: number[] }>(
    channels.map((channel) => [channel, { channel, userIds: [] }]),
  );
  for (const [user, joined] of fresh) for (const channel of joined) moves.get(channel)?.userIds.push(user.id);
  return [...moves.values()];
}

function namesByUser(places: ChannelsByUser): Record<string, string[]> {
  return Object.fromEntries(
    [...places].map(([user, channels]) => [String(user.id), channels.map(({ name }) => name)]),
  );
}

function getColors(
  wanted: readonly SubscriptionRequest[],
  channels: readonly Channel[],
): Map<number, string> {
  const byName = new Map(channels.map((channel) => [channel.nameKey, channel]));
  const colors = new Map<number, string>();
  for (const { name, color } of wanted) {
    const channel = byName.get(nameKey(name));
    if (channel && color !== undefined) colors.set(channel.id, color);
  }
  return colors;
}

/** Notifies the subscribers, except about channels that were just created. */
async function notify(
  tx: Tx,
  caller: User,
  fresh: ChannelsByUser,
  created: readonly Channel[],
  params: SubscribeParams,
): Promise<boolean> {
  const isFew = fresh.size <= limits.bulkNewSubscriptionMessages;
  if (params.send_new_subscription_messages && isFew) {
    const isNew = new Set(created);
    const older = new Map(
      [...fresh].map(([user, channels]) => [user, channels.filter((channel) => !isNew.has(channel))]),
    );
    await notifySubscribed(tx, caller, older);
  }
  if (params.announce) await announceChannels(tx, caller, created);
  await noticeCreated(tx, caller, created);
  return isFew;
}

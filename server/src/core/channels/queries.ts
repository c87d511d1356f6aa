/** Reads channels with what is visible to the user, as if the rest did not exist. */
import type {
  GetStreamByIdResponse,
  GetStreamIdResponse,
  GetStreamsResponse,
  GetStreamsParams,
  GetSubscribersResponse,
} from '../../../../wire/channels.ts';
import { roles } from '../../../../wire/core.ts';
import { findNamed, type Channel, type Principal } from '../organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { tidySpaces } from '../../lib/text.ts';
import { canReadChannel, canSeeChannel } from './access.ts';
import { channelIdResponse, channelObject, listedChannel } from './serialize.ts';

/** @throws ApiError as for one that does not exist, if it is hidden from the caller. */
export function channelById({ cache, user }: Principal, id: number): Channel {
  const channel = cache.channels.get(id);
  if (!channel || !canSeeChannel(cache, channel, user)) throw apiError('channels.not-found');
  return channel;
}

export function getStreamById(me: Principal, id: number): GetStreamByIdResponse {
  return { stream: channelObject(me.cache, channelById(me, id)) };
}

export function getSubscribers(me: Principal, id: number): GetSubscribersResponse {
  return { subscribers: [...me.cache.members.getIds(channelById(me, id).id)] };
}

export function getStreamId({ cache, user }: Principal, name: string): GetStreamIdResponse {
  const channel = findNamed(cache.channels, tidySpaces(name));
  if (!channel || !canSeeChannel(cache, channel, user)) throw apiError('channels.invalid-name', { name });
  return channelIdResponse(channel);
}

/** The union of what the flags ask for, by name. */
export function getStreams(me: Principal, asked: GetStreamsParams): GetStreamsResponse {
  const { cache, user } = me;
  if (asked.include_all_active && user.role > roles.administrator) throw apiError('permissions.query');
  const isAsked = selector(me, asked);
  const channels = [...cache.channels.values()].filter(
    (channel) => !(channel.isArchived && asked.exclude_archived) && isAsked(channel),
  );
  channels.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { streams: channels.map((channel) => listedChannel(cache, channel, asked.include_default)) };
}

function selector({ cache, user }: Principal, asked: GetStreamsParams): (channel: Channel) => boolean {
  const { members } = cache;
  const isGuest = user.role === roles.guest;
  const owner = asked.include_owner_subscribed && user.isBot ? user.botOwnerId : null;
  const wantsAll = asked.include_all || asked.include_all_active;
  return (channel) =>
    (asked.include_public && !channel.isPrivate && !isGuest) ||
    (asked.include_web_public && channel.isWebPublic) ||
    (asked.include_subscribed && members.has(channel.id, user.id)) ||
    (owner !== null && members.has(channel.id, owner)) ||
    (asked.include_can_access_content && canReadChannel(cache, channel, user)) ||
    ((wantsAll || (asked.include_default && channel.isDefault)) && canSeeChannel(cache, channel, user));
}

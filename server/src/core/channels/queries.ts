/** Reading channels: each question answered with what the asker may know, as if the rest did not exist. */
import type {
  GetStreamByIdAnswer,
  GetStreamIdAnswer,
  GetStreamsAnswer,
  GetStreamsParams,
  GetSubscribersAnswer,
} from '../../../../wire/channels.ts';
import { roles } from '../../../../wire/core.ts';
import type { Channel, Principal } from '../organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { nameKey, tidySpaces } from '../../lib/text.ts';
import { canReadChannel, canSeeChannel } from './access.ts';
import { channelIdAnswer, channelObject, listedChannel } from './serialize.ts';

/** @throws ApiError as for one that does not exist, if the caller may not know of it. */
export function channelById({ directory, user }: Principal, id: number): Channel {
  const channel = directory.channels.get(id);
  if (!channel || !canSeeChannel(directory, channel, user)) throw apiError('channels.not-found');
  return channel;
}

export function getStreamById(me: Principal, id: number): GetStreamByIdAnswer {
  return { stream: channelObject(me.directory, channelById(me, id)) };
}

export function getSubscribers(me: Principal, id: number): GetSubscribersAnswer {
  return { subscribers: [...me.directory.members.idsOf(channelById(me, id).id)] };
}

export function getStreamId({ directory, user }: Principal, name: string): GetStreamIdAnswer {
  const channel = directory.channels.find('name', nameKey(tidySpaces(name)));
  if (!channel || !canSeeChannel(directory, channel, user)) throw apiError('channels.invalid-name', { name });
  return channelIdAnswer(channel);
}

/** The union of what the flags ask for, by name. */
export function getStreams(me: Principal, asked: GetStreamsParams): GetStreamsAnswer {
  const { directory, user } = me;
  if (asked.include_all_active && user.role > roles.administrator) throw apiError('permissions.query');
  const isAsked = selector(me, asked);
  const channels = [...directory.channels.values()].filter(
    (channel) => !(channel.isArchived && asked.exclude_archived) && isAsked(channel),
  );
  channels.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { streams: channels.map((channel) => listedChannel(directory, channel, asked.include_default)) };
}

function selector({ directory, user }: Principal, asked: GetStreamsParams): (channel: Channel) => boolean {
  const { members } = directory;
  const isGuest = user.role === roles.guest;
  const owner = asked.include_owner_subscribed && user.isBot ? user.botOwnerId : null;
  const wantsAll = asked.include_all || asked.include_all_active;
  return (channel) =>
    (asked.include_public && !channel.isPrivate && !isGuest) ||
    (asked.include_web_public && channel.isWebPublic) ||
    (asked.include_subscribed && members.has(channel.id, user.id)) ||
    (owner !== null && members.has(channel.id, owner)) ||
    (asked.include_can_access_content && canReadChannel(directory, channel, user)) ||
    ((wantsAll || (asked.include_default && channel.isDefault)) && canSeeChannel(directory, channel, user));
}

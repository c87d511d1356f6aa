/** Channels as agents get them, within what a key of one channel may ask for. */
import type { Json } from './call-api.ts';
import type { Caller } from './caller.ts';
import { visible } from './serialize-messages.ts';

interface Channel {
  stream_id: number;
  name: string;
  description: string;
  invite_only: boolean;
}

export async function fetchChannels({ api, me }: Caller): Promise<Channel[]> {
  const only = me.key.channelId;
  const channels =
    only === null ? (await api('GET', '/streams')).streams : [(await api('GET', `/streams/${only}`)).stream];
  return channels as Channel[];
}

/** @param given Its id, or its name. */
export async function fetchChannelId({ api, me }: Caller, given: number | string): Promise<number> {
  if (typeof given === 'number') return given;
  const only = me.key.channelId;
  if (only !== null && me.cache.channels.get(only)?.name === given) return only;
  return (await api('GET', '/get_stream_id', { stream: given })).stream_id as number;
}

export const channelFields = ({ stream_id, name, description, invite_only }: Channel): Json => ({
  channel_id: stream_id,
  name: visible(name),
  description: visible(description),
  is_private: invite_only,
});

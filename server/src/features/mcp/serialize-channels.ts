/** Channels as agents get them; a key restricted to one channel gets only that one. */
import type { Json } from './call-api.ts';
import type { Caller } from './tool.ts';
import { visible } from './serialize-messages.ts';

interface Channel {
  stream_id: number;
  name: string;
  description: string;
  invite_only: boolean;
}

export async function fetchChannels({ api, me }: Caller): Promise<Channel[]> {
  const only = me.key.channelId;
  if (only === null) return (await api<{ streams: Channel[] }>('GET', '/streams')).streams;
  return [(await api<{ stream: Channel }>('GET', `/streams/${only}`)).stream];
}

/** @param given Its id, or its name. */
export async function fetchChannelId({ api, me }: Caller, given: number | string): Promise<number> {
  if (typeof given === 'number') return given;
  const only = me.key.channelId;
  if (only !== null && me.cache.channels.get(only)?.name === given) return only;
  return (await api<{ stream_id: number }>('GET', '/get_stream_id', { stream: given })).stream_id;
}

export const channelFields = ({ stream_id, name, description, invite_only }: Channel): Json => ({
  channel_id: stream_id,
  name: visible(name),
  description: visible(description),
  is_private: invite_only,
});

/** Rows of the channel browser. */
import type { Channel } from '../../../../wire/channels.ts';
import type { Live } from '../../store/live.ts';
import { compareNames } from './channel-sections.ts';
import { isSubscribed } from './channel-rights.ts';

export type ChannelTab = 'subscribed' | 'others' | 'all' | 'archived';
export type ChannelRow = { id: number; channel: Channel; isSubscribed: boolean };

export function channelRows(live: Live, tab: ChannelTab, text: string): ChannelRow[] {
  const words = text.trim().toLocaleLowerCase();
  return [...live.get('channels')]
    .map(([id, channel]) => ({ id, channel, isSubscribed: isSubscribed(live, id) }))
    .filter((row) => isIn(tab, row))
    .filter(({ channel }) => `${channel.name}\n${channel.description}`.toLocaleLowerCase().includes(words))
    .sort((a, b) => compareNames(a.channel, b.channel));
}

function isIn(tab: ChannelTab, row: ChannelRow): boolean {
  if (tab === 'archived') return row.channel.is_archived;
  if (row.channel.is_archived) return false;
  return tab === 'all' || row.isSubscribed === (tab === 'subscribed');
}

/** Channels that settings of bots offer. */
import type { Live } from '../../store/live.ts';
import { compareNames } from '../channels/channel-sections.ts';
import { isSubscribed } from '../channels/channel-rights.ts';
import { t } from '../text/text.ts';

interface BotChannel {
  id: number;
  name: string;
}

/**
 * Those that the bot may use, by name: public ones, and private ones that it or its owner subscribes to.
 * @param botId Undefined for a new bot.
 */
export function botChannels(live: Live, botId?: number): BotChannel[] {
  const isWithin = (id: number) =>
    isSubscribed(live, id) ||
    (botId !== undefined && live.get('subscribers').get(id)?.ids.has(botId) === true);
  return [...live.get('channels')]
    .filter(([id, channel]) => !channel.is_archived && (!channel.invite_only || isWithin(id)))
    .map(([id, { name }]) => ({ id, name }))
    .sort(compareNames);
}

export interface ChannelChoice {
  value: string;
  options: { value: string; text: string }[];
}

/** The channel that a setting names, and those to choose from. One that the bot cannot use stays, marked. */
export function channelChoice(live: Live, current: string, botId?: number): ChannelChoice {
  const channels = botChannels(live, botId);
  const key = current.trim().toLowerCase();
  const chosen = channels.find(({ name }) => name.toLowerCase() === key);
  const isMissing = current !== '' && chosen === undefined;
  return {
    value: chosen?.name ?? current,
    options: [
      { value: '', text: t('bots.noChannel') },
      ...(isMissing ? [{ value: current, text: t('bots.missingChannel', { name: current }) }] : []),
      ...channels.map(({ name }) => ({ value: name, text: name })),
    ],
  };
}

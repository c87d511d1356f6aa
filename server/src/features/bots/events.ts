/** Events about bots, for their owners and for administrators. */
import { type Encoder, type EventRules, once, openObject } from '../../core/events/index.ts';
import { isEvent } from '../../core/log/index.ts';

/** Named keys get no services, see `botState`. */
const encodeBotEvent: Encoder = ({ event }, { options }, shared) => {
  if (!isEvent(event, 'realm_bot')) return null;
  if (options.keyId === undefined || !('services' in event.bot))
    return once(shared, 'all', () => openObject(event));
  return once(shared, 'key', () => openObject({ ...event, bot: { ...event.bot, services: [] } }));
};

export const botEvents: Pick<EventRules, 'realm_bot'> = {
  // That a bot is lost is always delivered.
  realm_bot: {
    to: ['administrators', 'named'],
    about: ({ op, bot }) => (op === 'delete' ? [] : [{ kind: 'bot', id: bot.user_id }]),
    encode: encodeBotEvent,
  },
};

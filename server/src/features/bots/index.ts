/** The feature: bots. */
import { defineFeature } from '../../http/feature.ts';
import { botRoutes } from './routes.ts';
import { botState } from './state.ts';

export { deleteEntries, getStorage, keep } from './storage.ts';

export const botsFeature = defineFeature({
  routes: botRoutes,
  registerState: botState,
  events: {
    // The event holds the bot’s key. That a bot is lost is always delivered.
    realm_bot: {
      to: ['administrators', 'named'],
      about: ({ op, bot }) => (op === 'delete' ? [] : [{ kind: 'bot', id: bot.user_id }]),
    },
  },
});

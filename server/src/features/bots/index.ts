/** The feature: bots. */
import { roles } from '../../../../wire/core.ts';
import { botPrograms, botsIn, ownedBot, getRows } from '../../core/bots/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { type Encoder, type EventRules, once, openObject } from '../../core/events/index.ts';
import { isEvent } from '../../core/log/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { botRoutes } from './routes.ts';

export { deleteEntries, getStorage, keep } from './storage.ts';

/**
 * The reader's own bots, and for administrators all; including deactivated ones. Named keys get them without their services,
 * whose tokens and configurations give access to other systems after such a key has ended.
 */
const botState: Pick<StateFetchers, 'realm_bot' | 'realm_embedded_bots'> = {
  realm_embedded_bots: ({ app }) => ({
    realm_embedded_bots: [...botPrograms(app).values()].map(({ name, config }) => ({ name, config })),
  }),
  realm_bot: async ({ tx, me, isNamedKey }) => {
    const isAdministrator = me.role <= roles.administrator;
    const bots = botsIn(tx.cache).filter((bot) => isAdministrator || bot.botOwnerId === me.id);
    const rows = await getRows(tx, bots);
    const realm_bots = bots.flatMap((bot, at) => {
      const row = rows[at];
      return row ? [ownedBot(tx.cache, bot, row)] : [];
    });
    if (isNamedKey) for (const bot of realm_bots) bot.services = [];
    return { realm_bots };
  },
};

// Events about bots, for their owners and for administrators.

/** Named keys get no services, see `botState`. */
const encodeBotEvent: Encoder = ({ event }, { options }, shared) => {
  if (!isEvent(event, 'realm_bot')) return null;
  if (options.keyId === undefined || !('services' in event.bot))
    return once(shared, 'all', () => openObject(event));
  return once(shared, 'key', () => openObject({ ...event, bot: { ...event.bot, services: [] } }));
};

const botEvents: Pick<EventRules, 'realm_bot'> = {
  // That a bot is lost is always delivered.
  realm_bot: {
    to: ['administrators', 'named'],
    about: ({ op, bot }) => (op === 'delete' ? [] : [{ kind: 'bot', id: bot.user_id }]),
    encode: encodeBotEvent,
  },
};

export const botsFeature = defineFeature({
  routes: botRoutes,
  registerState: botState,
  events: botEvents,
});

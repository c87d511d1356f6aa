/** The feature: bots. */
import { roles } from '../../../../wire/core.ts';
import { botPrograms, botsIn, ownedBot, getRows, watchBotChannels } from '../../core/bots/index.ts';
import { accessChanging } from '../../core/channels/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { type Encoder, type EventRules, once, openObject } from '../../core/events/index.ts';
import { type LoggedEvent, isEvent, on } from '../../core/log/index.ts';
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
      return row ? [ownedBot(tx.cache, me, bot, row)] : [];
    });
    if (isNamedKey) for (const bot of realm_bots) bot.services = [];
    return { realm_bots };
  },
};

// Events about bots, for their owners and for administrators.

/** Named keys get no services, see `botState`. */
const encodeBotEvent: Encoder = ({ event: logged }, { options }, shared) => {
  if (!isEvent(logged, 'realm_bot')) return null;
  const { named, ...event } = logged;
  if (options.keyId === undefined || !('services' in event.bot))
    return once(shared, 'all', () => openObject(event));
  return once(shared, 'key', () => openObject({ ...event, bot: { ...event.bot, services: [] } }));
};

const getBot = (id: number) => ({ kind: 'bot', id }) as const;
const getChannel = (id: number) => ({ kind: 'channel', id }) as const;
const getNamed = (event: LoggedEvent<'realm_bot'>) => ('named' in event ? event.named : {});

const botEvents: Pick<EventRules, 'realm_bot'> = {
  // That a bot is lost is always delivered.
  realm_bot: {
    to: ['administrators', 'named'],
    about: (event) =>
      event.op === 'delete'
        ? []
        : [getBot(event.bot.user_id), ...Object.values(getNamed(event)).map((id) => getChannel(id))],
    reduce(event, sees) {
      if (event.op === 'delete' || !sees(getBot(event.bot.user_id))) return null;
      const all = Object.entries(getNamed(event));
      const seen = all.filter(([, id]) => sees(getChannel(id)));
      const hidden = all.filter((entry) => !seen.includes(entry));
      const bot = { ...event.bot, ...Object.fromEntries(hidden.map(([field]) => [field, null])) };
      return { ...event, bot, named: Object.fromEntries(seen) } as typeof event;
    },
    encode: encodeBotEvent,
  },
};

export const botsFeature = defineFeature({
  routes: botRoutes,
  registerState: botState,
  events: botEvents,
  reactions: [on(accessChanging, watchBotChannels)],
});

import { roles } from '../../../../wire/core.ts';
import { botPrograms, botsIn, ownedBot, getRows } from '../../core/bots/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';

/** The reader's own bots, and for administrators all; including deactivated ones. */
export const botState: Pick<StateFetchers, 'realm_bot' | 'realm_embedded_bots'> = {
  realm_embedded_bots: ({ app }) => ({
    realm_embedded_bots: [...botPrograms(app).values()].map(({ name, config }) => ({ name, config })),
  }),
  realm_bot: async ({ tx, me }) => {
    const isAdministrator = me.role <= roles.administrator;
    const bots = botsIn(tx.cache).filter((bot) => isAdministrator || bot.botOwnerId === me.id);
    const rows = await getRows(tx, bots);
    const realm_bots = bots.flatMap((bot, at) => {
      const row = rows[at];
      return row ? [ownedBot(tx.cache, bot, row)] : [];
    });
    return { realm_bots };
  },
};

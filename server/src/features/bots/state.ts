import { roles } from '../../../../wire/core.ts';
import { botPrograms, botsIn, ownedBot, getRows } from '../../core/bots/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';

/**
 * The reader's own bots, and for administrators all; including deactivated ones. Named keys get them without their services,
 * whose tokens and configurations give access to other systems after such a key has ended.
 */
export const botState: Pick<StateFetchers, 'realm_bot' | 'realm_embedded_bots'> = {
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

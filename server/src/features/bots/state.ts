import { roles } from '../../../../wire/core.ts';
import { botsIn, ownedBot, rowsOf } from '../../core/bots/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';

/** The reader's own bots; administrators get all. Those out of use are among them. */
export const botState: Pick<StateFetchers, 'realm_bot'> = {
  realm_bot: async ({ tx, me }) => {
    const isAdministrator = me.role <= roles.administrator;
    const bots = botsIn(tx.directory).filter((bot) => isAdministrator || bot.botOwnerId === me.id);
    const rows = await rowsOf(tx, bots);
    const realm_bots = bots.flatMap((bot, at) => {
      const row = rows[at];
      return row ? [ownedBot(tx.directory, bot, row)] : [];
    });
    return { realm_bots };
  },
};

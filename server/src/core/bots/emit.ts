/** What those who administer a bot are told of it. Everyone else hears of the account alone. */
import { roles } from '../../../../wire/core.ts';
import type { OwnedBot } from '../../../../wire/register-objects.ts';
import type { Audience, Tx } from '../log/index.ts';
import type { Channel, User } from '../organization/index.ts';
import { botsIn, rowOf, rowsOf, type BotRow } from './queries.ts';
import { botAdded, botChanged, botTaken, habitsRenamed, ownedBot, type OwnedBotChange } from './serialize.ts';

const keepersOf = (bot: User): Audience => ({
  administrators: true,
  users: bot.botOwnerId === null ? [] : [bot.botOwnerId],
});

export const tellBotAdded = (tx: Tx, bot: User, row: BotRow): void =>
  tx.emit(botAdded(ownedBot(tx.directory, bot, row)), keepersOf(bot));

/** What is different, in one event. */
export function tellBotChanged(tx: Tx, bot: User, before: OwnedBot, after: OwnedBot): void {
  const different = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof OwnedBot]),
  );
  if (different.length === 0) return;
  const change: OwnedBotChange = { ...Object.fromEntries(different), user_id: bot.id };
  tx.emit(botChanged(change), keepersOf(bot));
}

/** Administrators have all bots, before and after. */
export async function tellOwnerChanged(tx: Tx, bot: User, before: User | undefined): Promise<void> {
  const after = bot.botOwnerId === null ? undefined : tx.directory.users.get(bot.botOwnerId);
  if (before && before.role > roles.administrator) tx.emit(botTaken(bot.id), { users: [before.id] });
  if (after && after.role > roles.administrator)
    tx.emit(botAdded(ownedBot(tx.directory, bot, await rowOf(tx, bot))), { users: [after.id] });
}

/** Who becomes an administrator gets the bots of the others, and who is one no more loses them. */
export async function tellBotsTo(tx: Tx, before: User, after: User): Promise<void> {
  const isKeeper = after.role <= roles.administrator;
  if (isKeeper === before.role <= roles.administrator) return;
  const others = botsIn(tx.directory).filter((bot) => bot.botOwnerId !== after.id);
  const rows = isKeeper ? await rowsOf(tx, others) : [];
  for (const [at, bot] of others.entries()) {
    const row = rows[at];
    tx.emit(row ? botAdded(ownedBot(tx.directory, bot, row)) : botTaken(bot.id), { users: [after.id] });
  }
}

/** Bots have their channels under their names. */
export async function tellChannelRenamed(tx: Tx, { id }: Channel): Promise<void> {
  const rows = await tx.q
    .selectFrom('bot')
    .selectAll()
    .where((eb) => eb.or([eb('sending_channel_id', '=', id), eb('events_channel_id', '=', id)]))
    .orderBy('user_id')
    .execute();
  for (const row of rows) {
    const bot = tx.directory.users.get(row.user_id);
    if (bot) tx.emit(botChanged(habitsRenamed(tx.directory, bot, row, id)), keepersOf(bot));
  }
}

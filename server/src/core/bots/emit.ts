/** Events about bots for those who administer them. Everyone else gets the events about the account only. */
import { roles } from '../../../../wire/core.ts';
import type { OwnedBot } from '../../../../wire/bots.ts';
import type { Audience, Tx } from '../log/index.ts';
import type { Channel, User } from '../organization/index.ts';
import { botsIn, getRow, getRows, type BotRow } from './queries.ts';
import {
  botAdded,
  botChanged,
  botTaken,
  botDefaultsRenamed,
  ownedBot,
  type OwnedBotChange,
} from './serialize.ts';
import { keysIn } from '../../lib/objects.ts';

const getKeepers = (bot: User): Audience => ({
  administrators: true,
  users: bot.botOwnerId === null ? [] : [bot.botOwnerId],
});

export const emitBotAdded = (tx: Tx, bot: User, row: BotRow): void =>
  tx.emit(botAdded(ownedBot(tx.cache, bot, row)), getKeepers(bot));

/** Emits all differences in one event. */
export function emitBotUpdated(tx: Tx, bot: User, before: OwnedBot, after: OwnedBot): void {
  const different = keysIn(after).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  );
  if (different.length === 0) return;
  const change: OwnedBotChange = {
    ...Object.fromEntries(different.map((name) => [name, after[name]])),
    user_id: bot.id,
  };
  tx.emit(botChanged(change), getKeepers(bot));
}

/** Administrators have all bots, before and after. */
export async function emitBotOwnerChanged(tx: Tx, bot: User, before: User | undefined): Promise<void> {
  const after = bot.botOwnerId === null ? undefined : tx.cache.users.get(bot.botOwnerId);
  if (before && before.role > roles.administrator) tx.emit(botTaken(bot.id), { users: [before.id] });
  if (after && after.role > roles.administrator)
    tx.emit(botAdded(ownedBot(tx.cache, bot, await getRow(tx, bot))), { users: [after.id] });
}

/** New administrators get the bots of others, and former administrators lose them. */
export async function emitOwnedBots(tx: Tx, before: User, after: User): Promise<void> {
  const isKeeper = after.role <= roles.administrator;
  if (isKeeper === before.role <= roles.administrator) return;
  const others = botsIn(tx.cache).filter((bot) => bot.botOwnerId !== after.id);
  const rows = isKeeper ? await getRows(tx, others) : [];
  for (const [at, bot] of others.entries()) {
    const row = rows[at];
    tx.emit(row ? botAdded(ownedBot(tx.cache, bot, row)) : botTaken(bot.id), { users: [after.id] });
  }
}

/** Bots name their channels, so that a renamed channel changes them. */
export async function emitBotChannelRenamed(tx: Tx, { id }: Channel): Promise<void> {
  const rows = await tx.q
    .selectFrom('bot')
    .selectAll()
    .where((eb) => eb.or([eb('sending_channel_id', '=', id), eb('events_channel_id', '=', id)]))
    .orderBy('user_id')
    .execute();
  for (const row of rows) {
    const bot = tx.cache.users.get(row.user_id);
    if (bot) tx.emit(botChanged(botDefaultsRenamed(tx.cache, bot, row, id)), getKeepers(bot));
  }
}

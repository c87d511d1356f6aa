/** Events about bots for those who administer them. Everyone else gets the events about the account only. */
import { isDeepStrictEqual } from 'node:util';
import { roles } from '../../../../wire/core.ts';
import type { OwnedBot } from '../../../../wire/bots.ts';
import type { AccessChanging } from '../channels/index.ts';
import type { Tx } from '../log/index.ts';
import type { OrganizationCache, User } from '../organization/index.ts';
import { botsIn, getRow, getRows, type BotRow } from './queries.ts';
import {
  type BotEventBody,
  type OwnedBotChange,
  botAdded,
  botChanged,
  botTaken,
  ownedBot,
  withChannels,
} from './serialize.ts';
import { keysIn } from '../../lib/objects.ts';

/** A bot as administrators see it, and as its owner does, from whom channels may be hidden. */
interface BotViews {
  all: OwnedBot;
  own: OwnedBot | undefined;
  row: BotRow;
}

export function botViews(cache: OrganizationCache, bot: User, row: BotRow): BotViews {
  const owner = findOwner(cache, bot);
  return {
    all: ownedBot(cache, 'administrators', bot, row),
    own: owner && ownedBot(cache, owner, bot, row),
    row,
  };
}

const findOwner = ({ users }: OrganizationCache, bot: User): User | undefined =>
  bot.botOwnerId === null ? undefined : users.get(bot.botOwnerId);

/** @param own Undefined if the owner sees nothing of it. */
function emitToKeepers(
  tx: Tx,
  bot: User,
  row: BotRow,
  all: BotEventBody | undefined,
  own: BotEventBody | undefined,
): void {
  const users = bot.botOwnerId === null ? [] : [bot.botOwnerId];
  if (isDeepStrictEqual(all, own)) {
    if (all) tx.emit(withChannels(all, row), { administrators: true, users });
    return;
  }
  if (all) tx.emit(withChannels(all, row), { administrators: true, except: users });
  if (own) tx.emit(withChannels(own, row), { users });
}

export function emitBotAdded(tx: Tx, bot: User, row: BotRow): void {
  const { all, own } = botViews(tx.cache, bot, row);
  emitToKeepers(tx, bot, row, botAdded(all), own && botAdded(own));
}

/** Emits all differences in one event. */
export function emitBotUpdated(tx: Tx, bot: User, before: BotViews, after: BotViews): void {
  const own = before.own && after.own && difference(before.own, after.own);
  emitToKeepers(tx, bot, after.row, difference(before.all, after.all), own);
}

function difference(before: OwnedBot, after: OwnedBot): BotEventBody | undefined {
  const different = keysIn(after).filter((name) => !isDeepStrictEqual(after[name], before[name]));
  if (different.length === 0) return undefined;
  const change: OwnedBotChange = {
    ...Object.fromEntries(different.map((name) => [name, after[name]])),
    user_id: after.user_id,
  };
  return botChanged(change);
}

/** Bots name their channels: a new name changes them, and for their owners also whether they see the channel. */
export async function watchBotChannels(tx: Tx, { changes }: AccessChanging): Promise<() => void> {
  const ownersIn = new Map(changes.map(({ channel, userIds }) => [channel.id, new Set(userIds)]));
  const owners = new Set(changes.flatMap(({ userIds }) => userIds));
  const bots = botsIn(tx.cache).filter(({ botOwnerId }) => botOwnerId === null || owners.has(botOwnerId));
  const isConcerned = (bot: User, row: BotRow): boolean =>
    [row.sending_channel_id, row.events_channel_id].some(
      (id) =>
        id !== null && ownersIn.has(id) && (bot.botOwnerId === null || ownersIn.get(id)?.has(bot.botOwnerId)),
    );
  const rows = await getRows(tx, bots);
  const watched = bots.flatMap((bot, at) => {
    const row = rows[at];
    return row && isConcerned(bot, row) ? [{ bot, row, before: botViews(tx.cache, bot, row) }] : [];
  });
  return () => {
    for (const { bot, row, before } of watched) emitBotUpdated(tx, bot, before, botViews(tx.cache, bot, row));
  };
}

/** Administrators have all bots, before and after, and get the services, whose token has changed. */
export async function emitBotOwnerChanged(tx: Tx, bot: User, before: User | undefined): Promise<void> {
  const after = findOwner(tx.cache, bot);
  const row = await getRow(tx, bot);
  if (before && before.role > roles.administrator) tx.emit(botTaken(bot.id), { users: [before.id] });
  if (row.token !== null) {
    const { user_id, services } = ownedBot(tx.cache, 'administrators', bot, row);
    tx.emit(withChannels(botChanged({ user_id, services }), row), { administrators: true });
  }
  if (!after || after.role <= roles.administrator) return;
  tx.emit(withChannels(botAdded(ownedBot(tx.cache, after, bot, row)), row), { users: [after.id] });
}

/** New administrators get the bots of others, and former administrators lose them. */
export async function emitOwnedBots(tx: Tx, before: User, after: User): Promise<void> {
  const isKeeper = after.role <= roles.administrator;
  if (isKeeper === before.role <= roles.administrator) return;
  const others = botsIn(tx.cache).filter((bot) => bot.botOwnerId !== after.id);
  const rows = isKeeper ? await getRows(tx, others) : [];
  for (const [at, bot] of others.entries()) {
    const row = rows[at];
    tx.emit(row ? withChannels(botAdded(ownedBot(tx.cache, after, bot, row)), row) : botTaken(bot.id), {
      users: [after.id],
    });
  }
}

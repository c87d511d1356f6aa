/** Reading what bots have beyond their accounts. */
import type { Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { BotTable } from '../../db/schema/bots.ts';
import { inList } from '../../db/sql.ts';
import type { OrganizationCache, Principal, User } from '../organization/index.ts';
import { openApiKey, type Secrets } from '../../lib/secrets.ts';
import { botListed } from './serialize.ts';
import type { Tx } from '../log/index.ts';
import { roles } from '../../../../wire/core.ts';
import { refuseAboveLimit } from '../limits/index.ts';
import { isAboveAdministrators } from '../users/index.ts';
import { apiError } from '../../lib/errors.ts';

export type BotRow = Selectable<BotTable>;

const plain = (userId: number): BotRow => ({
  user_id: userId,
  sending_channel_id: null,
  events_channel_id: null,
  hears_all_public: 0,
  payload_url: null,
  interface: null,
  token: null,
  config: '{}',
  service_name: null,
});

const isOrdinaryBot = (user: User): boolean => user.isBot && !user.isSystem;

/** All bots of the organization except those of the server, in order of creation. */
export const botsIn = ({ users }: OrganizationCache): User[] => users.sorted().filter(isOrdinaryBot);

/** In the order of the bots given. */
export async function getRows(db: Db, bots: readonly User[]): Promise<BotRow[]> {
  const ids = bots.map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await db.q
    .selectFrom('bot')
    .selectAll()
    .where(inList(db.dialect, 'user_id', ids))
    .execute();
  const byId = new Map(rows.map((row) => [row.user_id, row]));
  return ids.map((id) => byId.get(id) ?? plain(id));
}

export async function getRow(db: Db, bot: User): Promise<BotRow> {
  const [row] = await getRows(db, [bot]);
  return row ?? plain(bot.id);
}

/** GET /bots */
export async function ownBots(db: Db, secrets: Secrets, { cache, user }: Principal) {
  const bots = botsIn(cache).filter((bot) => bot.isActive && bot.botOwnerId === user.id);
  const rows = await getRows(db, bots);
  const keys = await getKeys(db, secrets, bots);
  return bots.flatMap((bot, at) => {
    const row = rows[at];
    return row ? [botListed(cache, user, bot, row, keys.get(bot.id) ?? '')] : [];
  });
}

/** GET /bots/{bot_id}/api_key */
export async function botApiKey(db: Db, secrets: Secrets, me: Principal, id: number): Promise<string> {
  const bot = botToAdminister(me.cache, me.user, id);
  return (await getKeys(db, secrets, [bot])).get(bot.id) ?? '';
}

async function getKeys(db: Db, secrets: Secrets, bots: readonly User[]): Promise<Map<number, string>> {
  if (bots.length === 0) return new Map();
  const ids = bots.map(({ id }) => id);
  const rows = await db.q
    .selectFrom('person')
    .select(['id', 'api_key_box'])
    .where(inList(db.dialect, 'id', ids))
    .execute();
  return new Map(rows.map((row) => [row.id, openApiKey(secrets, row.api_key_box)]));
}

export async function storeBot(tx: Tx, row: BotRow): Promise<void> {
  const { user_id: _, ...details } = row;
  await tx.q
    .insertInto('bot')
    .values(row)
    .onConflict((oc) => oc.column('user_id').doUpdateSet(details))
    .execute();
}

// Loads a bot with the permission to administer it.

const noSuchBot = () => apiError('bots.not-found');

/** @throws ApiError unless the author owns the bot or administers the organization. */
export function botToAdminister(cache: OrganizationCache, author: User | undefined, id: number): User {
  const bot = cache.users.get(id);
  if (!author || !bot?.isBot || bot.isSystem) throw noSuchBot();
  if (bot.botOwnerId === author.id) return bot;
  if (author.role > roles.administrator) throw apiError('permissions.insufficient');
  if (isAboveAdministrators(bot) && author.role !== roles.owner) throw apiError('permissions.owner');
  return bot;
}

/** @throws ApiError if another active bot would be more than a person may own */
export function refuseTooManyBots({ users }: OrganizationCache, ownerId: number): void {
  const active = [...users.values()].filter((user) => user.botOwnerId === ownerId && user.isActive);
  refuseAboveLimit('bots.too-many', active.length);
}

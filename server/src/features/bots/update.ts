/** PATCH /bots/{bot_id}, all or nothing. */
import { roles, type Role } from '../../../../wire/core.ts';
import { botTypes } from '../../../../wire/bots.ts';
import type { AuditValues } from '../../../../wire/audit-properties.ts';
import { isUniqueViolation } from '../../db/sql.ts';
import { auditUser } from '../../core/audit/index.ts';
import {
  type BotRow,
  type GivenBotDefaults,
  botToAdminister,
  botUpdated,
  botViews,
  changeBotDefaults,
  checkConfiguration,
  checkInterface,
  checkedBotEmail,
  checkedBotName,
  checkedPayloadUrl,
  getRow,
  refuseTooManyBots,
  storeBot,
  emitBotUpdated,
} from '../../core/bots/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type OrganizationCache,
  type Principal,
  type User,
  currentUser,
} from '../../core/organization/index.ts';
import { giveAvatar } from '../avatars/index.ts';
import { changeAddress, changeName, changeRole, checkMayChangeRole, giveBot } from '../users/index.ts';
import { apiError } from '../../lib/errors.ts';
import type { ReceivedFile } from '../../http/route.ts';
import { writeWithPicture } from './create.ts';

/** Undefined properties stay unchanged. */
export interface BotChanges {
  fullName: string | undefined;
  shortName: string | undefined;
  domain: string;
  role: Role | undefined;
  ownerId: number | undefined;
  payloadUrl: string | undefined;
  interface: number | undefined;
  config: Readonly<Record<string, string>> | undefined;
  defaults: GivenBotDefaults;
  /** A new picture, or none. */
  files: readonly ReceivedFile[];
}

export async function updateBot(app: AppContext, me: Principal, id: number, changes: BotChanges) {
  if (changes.files.length > 0) botToAdminister(me.cache, me.user, id);
  try {
    return await writeWithPicture(app, me, changes.files, async (tx, path) => {
      const author = currentUser(tx.cache, me);
      if (path !== undefined) await giveAvatar(tx, botToAdminister(tx.cache, author, id), path);
      return change(app, tx, author, { id, changes });
    });
  } catch (error) {
    throw isUniqueViolation(error) ? apiError('email.taken') : error;
  }
}

interface Asked {
  id: number;
  changes: BotChanges;
}

async function change(app: AppContext, tx: Tx, author: User, { id, changes }: Asked) {
  const { cache } = tx;
  const bot = botToAdminister(cache, author, id);
  const { fullName = bot.fullName } = changes;
  const name = fullName === bot.fullName ? fullName : checkedBotName(cache, fullName, id);
  const { shortName, domain } = changes;
  const email = shortName === undefined ? bot.deliveryEmail : checkedBotEmail(cache, shortName, domain, id);
  if (changes.role !== undefined && changes.role !== bot.role) checkMayChangeRole(author, bot, changes.role);
  const owner = newOwner(cache, author, bot, changes.ownerId);
  const role = changes.role ?? roleUnder(owner, bot);
  // First, so that the former owner does not get the other changes.
  if (owner) await giveBot(app, tx, bot, owner);
  const before = await getRow(tx, bot);
  const after = { ...before, ...changedDetails(cache, author, bot, before, changes) };
  await changeAddress(tx, bot, email);
  await changeName(tx, bot, name);
  await changeDetails(tx, cache.users.get(id) ?? bot, before, after);
  await changeRole(tx, cache.users.get(id) ?? bot, role);
  const changed = cache.users.get(id) ?? bot;
  await auditUser(tx, bot, 'update', { before: getAudited(bot, before), after: getAudited(changed, after) });
  return botUpdated(cache, author, changed, after);
}

/** Not the configuration, which may hold secrets, nor the token. */
const getAudited = (bot: User, row: BotRow): AuditValues => ({
  full_name: bot.fullName,
  delivery_email: bot.deliveryEmail,
  owner_id: bot.botOwnerId,
  payload_url: row.payload_url,
  interface: row.interface,
  sending_channel_id: row.sending_channel_id,
  events_channel_id: row.events_channel_id,
});

/** @returns undefined if the owner stays. @throws ApiError unless the author and the new owner may. */
function newOwner(
  cache: OrganizationCache,
  author: User,
  bot: User,
  ownerId: number | undefined,
): User | undefined {
  if (ownerId === undefined || ownerId === bot.botOwnerId) return undefined;
  // A bot may post where its owner may, so users cannot assign bots to others.
  if (author.role > roles.administrator) throw apiError('permissions.administrator');
  const owner = cache.users.get(ownerId);
  if (!owner) throw apiError('bots.owner-not-found');
  if (!owner.isActive) throw apiError('bots.owner-deactivated');
  if (owner.isBot) throw apiError('bots.owner-is-bot');
  if (owner.role === roles.guest) throw apiError('bots.owner-is-guest');
  if (bot.isActive) refuseTooManyBots(cache, owner.id);
  return owner;
}

/** The role of a bot is at most that of a new owner, who has its key. */
const roleUnder = (owner: User | undefined, bot: User): Role =>
  owner && owner.role > bot.role ? owner.role : bot.role;

function changedDetails(
  cache: OrganizationCache,
  author: User,
  bot: User,
  before: BotRow,
  { payloadUrl, interface: format, config, defaults }: BotChanges,
): Omit<BotRow, 'user_id' | 'token'> {
  if (format !== undefined) checkInterface(format);
  if (bot.botType !== botTypes.outgoing && (payloadUrl !== undefined || format !== undefined))
    throw apiError('bots.not-outgoing');
  if (config !== undefined) checkConfiguration(config);
  return {
    ...changeBotDefaults(cache, author, before, defaults),
    payload_url:
      payloadUrl === undefined ? before.payload_url : checkedPayloadUrl('service_payload_url', payloadUrl),
    interface: format ?? before.interface,
    config: config === undefined ? before.config : JSON.stringify(config),
    service_name: before.service_name,
  };
}

async function changeDetails(tx: Tx, bot: User, before: BotRow, after: BotRow): Promise<void> {
  await storeBot(tx, after);
  emitBotUpdated(tx, bot, botViews(tx.cache, bot, before), botViews(tx.cache, bot, after));
}

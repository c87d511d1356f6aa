/** POST /bots: creates a bot owned by the caller. */
import { roles } from '../../../../wire/core.ts';
import { botTypes } from '../../../../wire/bots.ts';
import { isUniqueViolation } from '../../db/sql.ts';
import { auditUser } from '../../core/audit/index.ts';
import {
  type BotRow,
  type GivenBotDefaults,
  botCreated,
  botPrograms,
  changeBotDefaults,
  checkConfiguration,
  checkInterface,
  checkMayCreate,
  checkType,
  checkedBotEmail,
  checkedBotName,
  checkedPayloadUrl,
  refuseTooManyBots,
  storeBot,
  emitBotAdded,
} from '../../core/bots/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type OrganizationCache,
  type Principal,
  type User,
  currentUser,
} from '../../core/organization/index.ts';
import { type Credentials, newCredentials } from '../../core/users/index.ts';
import { giveAvatar, storeAvatar } from '../avatars/index.ts';
import { addPerson } from '../users/index.ts';
import { apiError, missingParam } from '../../lib/errors.ts';
import type { ReceivedFile } from '../../http/route.ts';
import { newApiKey } from '../../lib/secrets.ts';

export interface NewBot {
  fullName: string;
  shortName: string;
  /** Domain of its address: the host by which the client reaches the organization. */
  domain: string;
  type: number;
  payloadUrl: string | undefined;
  interface: number;
  /** The program of an embedded bot. */
  serviceName: string | undefined;
  config: Readonly<Record<string, string>>;
  defaults: GivenBotDefaults;
  /** Its picture, or none. */
  files: readonly ReceivedFile[];
}

/** @throws ApiError for invalid bots, and for those that the caller may not create */
export async function createBot(app: AppContext, me: Principal, given: NewBot) {
  const { apiKey, ...credentials } = newCredentials(app.secrets, null);
  if (given.files.length > 0) checkMayCreate(me.cache, me.user, given.type);
  try {
    return await writeWithPicture(app, me, given.files, async (tx, path) => {
      const author = currentUser(tx.cache, me);
      const { bot, row } = await addBot(tx, author, given, credentials, botPrograms(app));
      if (path !== undefined) await giveAvatar(tx, bot, path);
      return botCreated(tx.cache, author, tx.cache.users.get(bot.id) ?? bot, row, apiKey);
    });
  } catch (error) {
    throw isUniqueViolation(error) ? apiError('email.taken') : error;
  }
}

type Programs = ReturnType<typeof botPrograms>;

async function addBot(tx: Tx, author: User, given: NewBot, credentials: Credentials, programs: Programs) {
  const { cache } = tx;
  checkType(given.type);
  checkMayCreate(cache, author, given.type);
  refuseTooManyBots(cache, author.id);
  const program = given.type === botTypes.embedded ? checkedProgram(programs, given) : null;
  const fullName = checkedBotName(cache, given.fullName);
  const email = checkedBotEmail(cache, given.shortName, given.domain);
  const details = checkedDetails(cache, author, given);
  const account = { email, fullName, role: roles.member, ...credentials };
  const id = await addPerson(tx, { ...account, bot: { type: given.type, ownerId: author.id } }, []);
  const bot = cache.users.get(id);
  if (!bot) throw new Error(`Bot ${id} was not stored.`);
  const row = { user_id: id, ...details, service_name: program };
  await storeBot(tx, row);
  emitBotAdded(tx, bot, row);
  await auditUser(tx, bot, 'create', {
    after: {
      bot_type: given.type,
      owner_id: author.id,
      delivery_email: email,
      payload_url: row.payload_url,
      service_name: program,
    },
  });
  return { bot, row };
}

const noDefaults = { sending_channel_id: null, events_channel_id: null, hears_all_public: 0 };

function checkedDetails(
  cache: OrganizationCache,
  author: User,
  given: NewBot,
): Omit<BotRow, 'user_id' | 'service_name'> {
  if (given.type === botTypes.incoming && given.serviceName !== undefined && given.serviceName !== '')
    throw apiError('bots.invalid-integration', { name: given.serviceName });
  checkInterface(given.interface);
  checkConfiguration(given.config);
  return {
    ...changeBotDefaults(cache, author, noDefaults, given.defaults),
    ...(given.type === botTypes.outgoing ? newService(given) : noService),
    config: JSON.stringify(given.config),
  };
}

/** @returns the name of the program @throws ApiError for an unknown program or setting */
function checkedProgram(programs: Programs, { serviceName, config }: NewBot): string {
  if (programs.size === 0) throw apiError('bots.embedded-disabled');
  const program = programs.get(serviceName ?? '');
  if (!program) throw apiError('bots.invalid-embedded');
  for (const name of Object.keys(config))
    if (!Object.hasOwn(program.config, name)) throw apiError('bots.unknown-setting', { name });
  return program.name;
}

const noService = { payload_url: null, interface: null, token: null };

function newService({ payloadUrl, interface: format }: NewBot) {
  if (payloadUrl === undefined) throw missingParam('payload_url');
  return {
    payload_url: checkedPayloadUrl('payload_url', payloadUrl),
    interface: format,
    token: newApiKey(),
  };
}

// The avatar that a request uploads for a bot.

/**
 * @param write Gets the path of the files; undefined without a file.
 * @throws ApiError for several files, and for one that is not an image
 */
export async function writeWithPicture<T>(
  app: AppContext,
  me: Principal,
  files: readonly ReceivedFile[],
  write: (tx: Tx, path: string | undefined) => Promise<T>,
): Promise<T> {
  if (files.length === 0) return app.db.write(me.orgId, me, (tx) => write(tx, undefined));
  if (files.length > 1) throw apiError('uploads.several-files');
  return storeAvatar(app, me, files, write);
}

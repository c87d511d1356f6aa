/** The feature: slash commands. */
import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  CreateSlashCommandParams,
  CreateSlashCommandResponse,
  GetSlashCommandsResponse,
  SlashCommandPath,
  UpdateSlashCommandParams,
  ZcommandParams,
  ZcommandResponse,
  reservedCommands,
  slashCommandLimits,
} from '../../../../wire/slash-commands.ts';
import { defineFeature } from '../../http/feature.ts';
import { route, withPath } from '../../http/route.ts';
import type { AppContext } from '../../core/context/index.ts';
import { type Principal, userSetting, type OrganizationCache } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { updateSettings } from '../settings/index.ts';
import { getCommands, type CommandRow, commandRows, isCommandName, runCommand } from './run.ts';
import { botTypes } from '../../../../wire/bots.ts';
import type { AuditValues } from '../../../../wire/audit-properties.ts';
import { audit, auditChange } from '../../core/audit/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { codePoints, isPlainText, tidySpaces } from '../../lib/text.ts';

const slashCommandRoutes = [
  route({
    method: 'POST',
    path: '/zcommand',
    operationId: 'zcommand',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: ZcommandParams,
    response: ZcommandResponse,
    handle: ({ app, me, ip, params }) => runZcommand(app, me, ip, params),
  }),
  route({
    method: 'GET',
    path: '/heddle/slash_commands',
    operationId: 'heddle-get-slash-commands',
    policy: 'signedIn',
    scope: 'read',
    params: Type.Object({}),
    response: GetSlashCommandsResponse,
    handle: async ({ app, me }) => ({ slash_commands: await getCommands(app.db.read, me) }),
  }),
  route({
    method: 'POST',
    path: '/heddle/slash_commands',
    operationId: 'heddle-create-slash-command',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: CreateSlashCommandParams,
    response: CreateSlashCommandResponse,
    write: async (tx, { params }) => ({ id: await createCommand(tx, params) }),
  }),
  route({
    method: 'PATCH',
    path: '/heddle/slash_commands/:command_id',
    operationId: 'heddle-update-slash-command',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: withPath(SlashCommandPath, UpdateSlashCommandParams),
    response: EmptyResponse,
    write: (tx, { params: { command_id: id, ...changes } }) => updateCommand(tx, id, changes),
  }),
  route({
    method: 'DELETE',
    path: '/heddle/slash_commands/:command_id',
    operationId: 'heddle-delete-slash-command',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: SlashCommandPath,
    response: EmptyResponse,
    write: (tx, { params }) => deleteCommand(tx, params.command_id),
  }),
];

export const slashCommandsFeature = defineFeature({ routes: slashCommandRoutes });

/** POST /zcommand: built-in commands, and those of the organization. */
async function runZcommand(
  app: AppContext,
  me: Principal,
  ip: string,
  params: ZcommandParams,
): Promise<ZcommandResponse> {
  const text = params.command.trim();
  if (!text.startsWith('/')) throw apiError('slash-commands.no-slash');
  const [name, rest] = splitOnce(text.slice(1));
  if (name === 'ping') return {};
  const own = Object.hasOwn(appearances, name) ? appearances[name] : undefined;
  if (!own) return runCommand(app, me, { ...params, name: name.toLowerCase(), text: rest });
  const now = userSetting(me.user, own.setting);
  if (own.value === now) return { msg: `You are still in ${own.still}.` };
  await updateSettings(app, me, ip, { [own.setting]: own.value, old_password: '', new_password: '' });
  return { msg: `Changed to ${own.title}! To revert ${own.title}, type \`/${own.revert}\`.` };
}

function splitOnce(text: string): [first: string, rest: string] {
  const at = text.search(/\s/);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at).trim()];
}

interface Appearance {
  setting: 'color_scheme' | 'fluid_layout_width';
  value: number | boolean;
  title: string;
  still: string;
  revert: string;
}

const dark: Appearance = {
  setting: 'color_scheme',
  value: 2,
  title: 'dark theme',
  still: 'dark theme',
  revert: 'light',
};
const light: Appearance = { ...dark, value: 3, title: 'light theme', still: 'light theme', revert: 'dark' };
const fluid: Appearance = {
  setting: 'fluid_layout_width',
  value: true,
  title: 'fluid-width mode',
  still: 'fluid width mode',
  revert: 'fixed-width',
};
const fixed: Appearance = {
  ...fluid,
  value: false,
  title: 'fixed-width mode',
  still: 'fixed width mode',
  revert: 'fluid-width',
};

const appearances: Readonly<Record<string, Appearance>> = {
  dark,
  light,
  // COMPAT(old clients): the former names of the themes.
  night: dark,
  day: light,
  'fluid-width': fluid,
  'fixed-width': fixed,
};

// Administrators manage the slash commands of an organization.

type Values = Omit<CommandRow, 'id'>;

async function createCommand(tx: Tx, given: CreateSlashCommandParams): Promise<number> {
  const all = await commandRows(tx, tx.orgId);
  refuseAboveLimit('slash-commands.too-many', all.length);
  const values = checked(tx.cache, all, given);
  const { id } = await tx.q
    .insertInto('slash_command')
    .values({ org_id: tx.orgId, ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(tx, {
    action: 'slash_command.create',
    target: auditTarget(id, values),
    after: auditValues(values),
  });
  return id;
}

async function updateCommand(tx: Tx, id: number, given: UpdateSlashCommandParams): Promise<void> {
  const all = await commandRows(tx, tx.orgId);
  const before = found(all, id);
  const others = all.filter((row) => row.id !== id);
  const { name, description, user_id: bot_id, group_id } = before;
  const values = checked(tx.cache, others, { name, description, bot_id, group_id, ...given });
  await tx.q
    .updateTable('slash_command')
    .set(values)
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await auditChange(tx, {
    action: 'slash_command.update',
    target: auditTarget(id, values),
    before: auditValues(before),
    after: auditValues(values),
  });
}

async function deleteCommand(tx: Tx, id: number): Promise<void> {
  const before = found(await commandRows(tx, tx.orgId), id);
  await tx.q.deleteFrom('slash_command').where('id', '=', id).where('org_id', '=', tx.orgId).execute();
  await audit(tx, {
    action: 'slash_command.delete',
    target: auditTarget(id, before),
    before: auditValues(before),
  });
}

function found(all: readonly CommandRow[], id: number): CommandRow {
  const row = all.find((one) => one.id === id);
  if (!row) throw apiError('slash-commands.not-found');
  return row;
}

const auditTarget = (id: number, { name }: Values) =>
  ({ type: 'slash_command', id, name: `/${name}` }) as const;

const auditValues = ({ name, description, user_id, group_id }: Values): AuditValues => ({
  name,
  description,
  sender_id: user_id,
  group_ids: [group_id],
});

function checked(
  cache: OrganizationCache,
  others: readonly CommandRow[],
  {
    name: givenName,
    description: givenDescription,
    bot_id: botId,
    group_id: groupId,
  }: CreateSlashCommandParams,
): Values {
  const name = givenName.trim().replace(/^\//, '').toLowerCase();
  if (!isCommandName(name) || name.length > slashCommandLimits.name)
    throw apiError('slash-commands.invalid-name', { limit: slashCommandLimits.name });
  if (reservedCommands.includes(name) || others.some((row) => row.name === name))
    throw apiError('slash-commands.name-taken', { name });
  const description = tidySpaces(givenDescription);
  if (!isPlainText(description)) throw apiError('parameters.invalid-character', { name: 'description' });
  if (codePoints(description) > slashCommandLimits.description)
    throw apiError('parameters.too-long', { name: 'description', limit: slashCommandLimits.description });
  const bot = cache.users.get(botId);
  if (bot?.botType !== botTypes.outgoing || !bot.isActive) throw apiError('slash-commands.no-webhook');
  const group = cache.groups.get(groupId);
  if (!group || group.isDeactivated) throw apiError('groups.not-found');
  return { name, description, user_id: botId, group_id: groupId };
}

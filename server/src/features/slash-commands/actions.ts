/** Administrators manage the slash commands of an organization. */
import { botTypes } from '../../../../wire/bots.ts';
import {
  reservedCommands,
  slashCommandLimits,
  type CreateSlashCommandParams,
  type UpdateSlashCommandParams,
} from '../../../../wire/slash-commands.ts';
import type { AuditValues } from '../../../../wire/audit-properties.ts';
import { audit, auditChange } from '../../core/audit/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { codePoints, isPlainText, tidySpaces } from '../../lib/text.ts';
import { type CommandRow, commandRows, isCommandName } from './queries.ts';

type Values = Omit<CommandRow, 'id'>;

export async function createCommand(tx: Tx, given: CreateSlashCommandParams): Promise<number> {
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

export async function updateCommand(tx: Tx, id: number, given: UpdateSlashCommandParams): Promise<void> {
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

export async function deleteCommand(tx: Tx, id: number): Promise<void> {
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

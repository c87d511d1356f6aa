import type { SlashCommand } from '../../../../wire/slash-commands.ts';
import { roles } from '../../../../wire/core.ts';
import {
  type OrganizationCache,
  type Principal,
  type User,
  isInGroup,
} from '../../core/organization/index.ts';
import type { Db } from '../../db/db.ts';

export interface CommandRow {
  id: number;
  name: string;
  description: string;
  /** The bot. */
  user_id: number;
  group_id: number;
}

const columns = ['id', 'name', 'description', 'user_id', 'group_id'] as const;

export const commandRows = (db: Db, orgId: number): Promise<CommandRow[]> =>
  db.q.selectFrom('slash_command').select(columns).where('org_id', '=', orgId).orderBy('name').execute();

/** Also excludes characters that databases reject. */
export const isCommandName = (text: string): boolean => /^[a-z0-9][a-z0-9_-]*$/.test(text);

export const commandNamed = (db: Db, orgId: number, name: string): Promise<CommandRow | undefined> =>
  db.q
    .selectFrom('slash_command')
    .select(columns)
    .where('org_id', '=', orgId)
    .where('name', '=', name)
    .executeTakeFirst();

/** A command cannot be used while its bot is deactivated. */
export function canUse(cache: OrganizationCache, row: CommandRow, user: User): boolean {
  const group = cache.groups.get(row.group_id);
  const isReady = cache.users.get(row.user_id)?.isActive === true;
  return isReady && !user.isBot && group !== undefined && isInGroup(cache, group, user);
}

export async function getCommands(db: Db, { orgId, cache, user }: Principal): Promise<SlashCommand[]> {
  const isAdministrator = user.role <= roles.administrator;
  return (await commandRows(db, orgId))
    .map((row) => ({
      id: row.id,
      name: row.name,
      description: row.description,
      bot_id: row.user_id,
      group_id: row.group_id,
      can_use: canUse(cache, row, user),
    }))
    .filter((command) => isAdministrator || command.can_use);
}

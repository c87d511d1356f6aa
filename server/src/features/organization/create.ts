/** Creates an organization with its system groups, system bots and first owner, in one transaction. */
import { randomUUID } from 'node:crypto';
import { limits, roles, systemGroups, type SystemGroup } from '../../../../wire/core.ts';
import { organizationPermissionDefaults } from '../../../../wire/permissions.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type Credentials,
  chosenLanguage,
  insertPeople,
  insertPerson,
  systemBotEmail,
  systemBots,
} from '../../core/users/index.ts';
import { apiError } from '../../lib/errors.ts';
import { codePoints, nameKey, tidySpaces } from '../../lib/text.ts';
import { checkedLanguage } from './checks.ts';

export interface NewOrganization {
  name: string;
  /** '' for the organization at the server's own host name. */
  subdomain: string;
  /** Language of the organization and its owner; English by default. */
  language?: string;
  owner: { email: string; fullName: string } & Credentials;
  /** One for each system bot; nobody signs in with them. */
  botCredentials: readonly Credentials[];
}

const descriptions: Readonly<Record<SystemGroup, string>> = {
  'role:internet': 'Everyone on the Internet',
  'role:everyone': 'Everyone in this organization, including guests',
  'role:members': 'Members of this organization, not including guests',
  'role:fullmembers': 'Members of this organization, not including new accounts and guests',
  'role:moderators': 'Moderators of this organization, including administrators',
  'role:administrators': 'Administrators of this organization, including owners',
  'role:owners': 'Owners of this organization',
  'role:nobody': 'Nobody',
};

/** Each role's group is a subgroup of the next wider one. */
const widening: readonly SystemGroup[] = [
  'role:owners',
  'role:administrators',
  'role:moderators',
  'role:fullmembers',
  'role:members',
  'role:everyone',
  'role:internet',
];

/** @param tx A transaction of the server itself (organization 0). */
export async function createOrganization(
  tx: Tx,
  given: NewOrganization,
): Promise<{ orgId: number; ownerId: number }> {
  const name = tidySpaces(given.name);
  if (name === '') throw apiError('organization.name-blank');
  if (codePoints(name) > limits.organizationNameLength) throw apiError('organization.name-long');
  const language = given.language === undefined ? undefined : checkedLanguage(given.language);
  const orgId = await insertOrganization(tx, name, checkedSubdomain(given.subdomain));
  const groups = await insertSystemGroups(tx, orgId);
  await storeSettings(tx, orgId, groups, language);
  const bots = systemBots.map((bot, index) => {
    const credentials = given.botCredentials[index];
    if (!credentials) throw new Error(`No credentials for ${bot.name}.`);
    const email = systemBotEmail(bot.name);
    return { email, fullName: bot.fullName, role: roles.member, isSystem: true, ...credentials };
  });
  await insertPeople(tx, orgId, bots);
  const ownerId = await insertPerson(tx, orgId, {
    ...given.owner,
    ...(language === undefined ? {} : { language }),
    role: roles.owner,
    grants: ['can_create_users'],
  });
  return { orgId, ownerId };
}

const reserved = new Set(['www', 'api', 'admin', 'mail', 'static', 'auth']);

/** @throws ApiError */
export function checkedSubdomain(subdomain: string): string {
  const lower = subdomain.toLowerCase();
  if (lower === '') return '';
  if (!/^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])?$/.test(lower) || lower.length < 3)
    throw apiError('organization.subdomain-form');
  if (reserved.has(lower)) throw apiError('organization.subdomain-reserved');
  return lower;
}

async function insertOrganization(tx: Tx, name: string, subdomain: string): Promise<number> {
  const taken = await tx.q
    .selectFrom('organization')
    .select('id')
    .where('subdomain', '=', subdomain)
    .executeTakeFirst();
  if (taken)
    throw subdomain === '' ? apiError('organization.root-taken') : apiError('organization.subdomain-taken');
  const { id } = await tx.q
    .insertInto('organization')
    .values({
      uuid: randomUUID(),
      name,
      description: '',
      subdomain,
      created_at: tx.now,
      is_deactivated: 0,
      settings: '{}',
      log_position: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function insertSystemGroups(tx: Tx, orgId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.q
    .insertInto('user_group')
    .values(
      systemGroups.map((name) => ({
        org_id: orgId,
        name,
        name_key: nameKey(name),
        description: descriptions[name],
        is_system: 1,
        creator_id: null,
        created_at: null,
        is_deactivated: 0,
        settings: '{}',
      })),
    )
    .returning(['id', 'name'])
    .execute();
  const ids = new Map<string, number>(rows.map(({ id, name }) => [name, id]));
  const subgroups = widening.slice(1).map((name, index) => ({
    group_id: getId(ids, name),
    subgroup_id: getId(ids, widening[index] ?? name),
  }));
  await tx.q.insertInto('group_subgroup').values(subgroups).execute();
  return ids;
}

function getId(ids: ReadonlyMap<string, number>, name: SystemGroup): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`There is no group ${name}.`);
  return id;
}

/** Stores all default permissions, since the ids of groups differ between organizations. */
async function storeSettings(
  tx: Tx,
  orgId: number,
  groups: ReadonlyMap<string, number>,
  language: string | undefined,
): Promise<void> {
  const permissions = Object.fromEntries(
    Object.entries(organizationPermissionDefaults).map(([permission, group]) => [
      permission,
      groups.get(group),
    ]),
  );
  await tx.q
    .updateTable('organization')
    .set({ settings: JSON.stringify({ ...permissions, ...chosenLanguage(language) }) })
    .where('id', '=', orgId)
    .execute();
}

/** Loads the rows of an organization for its cache: all at first use, later only those that an event touched. */
import type { Selectable } from 'kysely';
import type { GroupSetting } from '../../../../wire/core.ts';
import type { Db } from '../../db/db.ts';
import type { ChannelTable, OrganizationTable, UserGroupTable } from '../../db/schema.ts';
import { withIds, inList } from '../../db/sql.ts';
import type { Channel, CustomEmoji, Group, Organization, SignInRules, StoredProvider } from './types.ts';
import { parseStored } from '../../lib/json.ts';

/** `null` asks for all rows of the organization. */
type Ids = readonly number[] | null;

export async function loadOrganization(db: Db, orgId: number): Promise<Organization | undefined> {
  const row = await db.q.selectFrom('organization').selectAll().where('id', '=', orgId).executeTakeFirst();
  if (!row) return undefined;
  const linkifiers = await db.q
    .selectFrom('linkifier')
    .select(['id', 'pattern', 'url_template as urlTemplate'])
    .where('org_id', '=', orgId)
    .orderBy('sort_order')
    .orderBy('id')
    .execute();
  const playgrounds = await db.q
    .selectFrom('playground')
    .select('language')
    .where('org_id', '=', orgId)
    .orderBy('id')
    .execute();
  const playgroundLanguages = [...new Set(playgrounds.map((one) => one.language))];
  const [emoji, pictures] = [await loadEmoji(db, orgId), await loadPictures(db, orgId)];
  const signInRules = await loadSignInRules(db, orgId);
  const signInProviders = await loadSignInProviders(db, orgId);
  return {
    ...toOrganization(row),
    linkifiers,
    playgroundLanguages,
    emoji,
    pictures,
    signInRules,
    signInProviders,
  };
}

export async function loadSignInProviders(db: Db, orgId: number): Promise<StoredProvider[]> {
  const rows = await db.q
    .selectFrom('sign_in_provider')
    .select(['id', 'slug', 'kind', 'settings', 'secret_box', 'is_enabled'])
    .where('org_id', '=', orgId)
    .orderBy('id')
    .execute();
  return rows.map(({ id, slug, kind, settings, secret_box, is_enabled }) => ({
    id,
    slug,
    // Checked when it was stored.
    kind: kind as StoredProvider['kind'],
    settings: parseStored<Record<string, unknown>>(settings),
    secretBox: secret_box,
    isEnabled: is_enabled === 1,
  }));
}

async function loadSignInRules(db: Db, orgId: number): Promise<SignInRules> {
  const row = await db.q
    .selectFrom('sign_in_policy')
    .select(['session_hours', 'idle_minutes', 'min_password_length', 'confirm_former_email'])
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  const {
    session_hours: hours = null,
    idle_minutes: minutes = null,
    min_password_length: length = null,
    confirm_former_email: former = 0,
  } = row ?? {};
  return {
    sessionMs: hours === null ? null : hours * 3600_000,
    idleMs: minutes === null ? null : minutes * 60_000,
    minPasswordLength: length,
    confirmsFormerEmail: former === 1,
  };
}

async function loadPictures(db: Db, orgId: number): Promise<Organization['pictures']> {
  const rows = await db.q
    .selectFrom('picture')
    .select(['kind', 'path'])
    .where('org_id', '=', orgId)
    .where('kind', 'in', ['icon', 'logo', 'night_logo'])
    .execute();
  return Object.fromEntries(rows.map(({ kind, path }) => [kind, path]));
}

async function loadEmoji(db: Db, orgId: number): Promise<CustomEmoji[]> {
  const rows = await db.q
    .selectFrom('custom_emoji')
    .innerJoin('picture', (join) =>
      join
        .onRef('picture.org_id', '=', 'custom_emoji.org_id')
        .onRef('picture.holder_id', '=', 'custom_emoji.id')
        .on('picture.kind', '=', 'emoji'),
    )
    .select(['id', 'name', 'author_id as authorId', 'is_animated', 'is_deactivated', 'path'])
    .where('custom_emoji.org_id', '=', orgId)
    .orderBy('id')
    .execute();
  return rows.map(({ is_animated, is_deactivated, ...rest }) => ({
    ...rest,
    isAnimated: is_animated === 1,
    isDeactivated: is_deactivated === 1,
  }));
}

export async function loadChannels(db: Db, orgId: number, ids: Ids): Promise<Channel[]> {
  const all = db.q.selectFrom('channel').selectAll();
  const query = ids ? all.where(withIds(db.dialect, orgId, ids)) : all.where('org_id', '=', orgId);
  return (await query.orderBy('id').execute()).map(toChannel);
}

export async function loadGroups(db: Db, orgId: number, ids: Ids): Promise<Group[]> {
  const all = db.q.selectFrom('user_group').selectAll();
  const query = ids ? all.where(withIds(db.dialect, orgId, ids)) : all.where('org_id', '=', orgId);
  const groups = await query.orderBy('id').execute();
  const groupIds = groups.map((group) => group.id);
  const members = await db.q
    .selectFrom('group_member')
    .selectAll()
    .where(inList(db.dialect, 'group_id', groupIds))
    .execute();
  const subgroups = await db.q
    .selectFrom('group_subgroup')
    .selectAll()
    .where(inList(db.dialect, 'group_id', groupIds))
    .execute();
  const getMembers = Map.groupBy(members, (row) => row.group_id);
  const getSubgroups = Map.groupBy(subgroups, (row) => row.group_id);
  return groups.map((group) =>
    toGroup(
      group,
      new Set(getMembers.get(group.id)?.map((row) => row.user_id)),
      new Set(getSubgroups.get(group.id)?.map((row) => row.subgroup_id)),
    ),
  );
}

type OfOtherTables =
  | 'linkifiers'
  | 'playgroundLanguages'
  | 'emoji'
  | 'pictures'
  | 'signInRules'
  | 'signInProviders';

function toOrganization(row: Selectable<OrganizationTable>): Omit<Organization, OfOtherTables> {
  return {
    id: row.id,
    uuid: row.uuid,
    name: row.name,
    description: row.description,
    subdomain: row.subdomain,
    createdAt: row.created_at,
    isDeactivated: row.is_deactivated === 1,
    settings: parseStored<Record<string, unknown>>(row.settings),
    memberDefaults: parseStored<Record<string, unknown>>(row.member_defaults),
  };
}

function toChannel(row: Selectable<ChannelTable>): Channel {
  return {
    id: row.id,
    name: row.name,
    nameKey: row.name_key,
    description: row.description,
    renderedDescription: row.rendered_description,
    createdAt: row.created_at,
    creatorId: row.creator_id,
    isPrivate: row.is_private === 1,
    isWebPublic: row.is_web_public === 1,
    isHistoryPublic: row.is_history_public === 1,
    isArchived: row.is_archived === 1,
    isDefault: row.is_default === 1,
    isRecentlyActive: row.is_recently_active === 1,
    weeklyTraffic: row.weekly_traffic,
    retentionDays: row.retention_days,
    topicsPolicy: row.topics_policy,
    folderId: row.folder_id,
    firstMessageId: row.first_message_id,
    settings: parseSettings<GroupSetting>(row.settings),
  };
}

function toGroup(row: Selectable<UserGroupTable>, members: Set<number>, subgroups: Set<number>): Group {
  return {
    id: row.id,
    name: row.name,
    nameKey: row.name_key,
    description: row.description,
    isSystem: row.is_system === 1,
    creatorId: row.creator_id,
    createdAt: row.created_at,
    isDeactivated: row.is_deactivated === 1,
    settings: parseSettings<GroupSetting>(row.settings),
    members,
    subgroups,
  };
}

const noSettings: Readonly<Record<string, never>> = Object.freeze({});

/** The stored settings of a row. Most rows have none, and share one empty object. */
export function parseSettings<T>(text: string): Readonly<Record<string, T>> {
  return text === '{}' ? noSettings : parseStored<Record<string, T>>(text);
}

/** Loads the rows of an organization for its cache: all at first use, later only those that an event touched. */
import type { Selectable } from 'kysely';
import type { GroupSetting, Role } from '../../../../wire/core.ts';
import type { ProfileData } from '../../../../wire/users.ts';
import type { Db } from '../../db/db.ts';
import type { ChannelTable, OrganizationTable, PersonTable, UserGroupTable } from '../../db/schema.ts';
import { inList } from '../../db/sql.ts';
import type {
  Channel,
  CustomEmoji,
  EndedMembership,
  Group,
  Membership,
  Organization,
  SignInRules,
  StoredProvider,
  User,
} from './types.ts';

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

async function loadSignInProviders(db: Db, orgId: number): Promise<StoredProvider[]> {
  const rows = await db.q
    .selectFrom('sign_in_provider')
    .select(['id', 'slug', 'kind', 'settings', 'secret_box', 'is_enabled'])
    .where('org_id', '=', orgId)
    .orderBy('id')
    .execute();
  return rows.map(({ id, slug, kind, settings, secret_box, is_enabled }) => ({
    id,
    slug,
    kind: kind as StoredProvider['kind'],
    settings: JSON.parse(settings) as Record<string, unknown>,
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

export async function loadUsers(db: Db, orgId: number, ids: Ids): Promise<User[]> {
  let query = db.q.selectFrom('person').selectAll().where('org_id', '=', orgId);
  if (ids) query = query.where(inList(db.dialect, 'id', ids));
  const rows = await query.orderBy('id').execute();
  const profiles = await loadProfiles(db, orgId, ids);
  const words = await loadAlertWords(db, orgId, ids);
  const muters = await loadMuters(db, orgId, ids);
  return rows.map((row) =>
    toUser(row, {
      profile: profiles.get(row.id) ?? noProfile,
      alertWords: words.get(row.id) ?? none,
      mutedBy: muters.get(row.id) ?? none,
    }),
  );
}

async function loadMuters(db: Db, orgId: number, ids: Ids): Promise<Map<number, number[]>> {
  let query = db.q
    .selectFrom('muted_user')
    .innerJoin('person', 'person.id', 'muted_user.muted_id')
    .select(['muted_user.user_id', 'muted_user.muted_id'])
    .where('person.org_id', '=', orgId);
  if (ids) query = query.where(inList(db.dialect, 'muted_user.muted_id', ids));
  const rows = await query.orderBy('muted_user.user_id').execute();
  const muters = new Map<number, number[]>();
  for (const { user_id, muted_id } of rows) {
    const known = muters.get(muted_id);
    if (known) known.push(user_id);
    else muters.set(muted_id, [user_id]);
  }
  return muters;
}

async function loadAlertWords(db: Db, orgId: number, ids: Ids): Promise<Map<number, string[]>> {
  let query = db.q
    .selectFrom('alert_word')
    .innerJoin('person', 'person.id', 'alert_word.user_id')
    .select(['user_id', 'word'])
    .where('person.org_id', '=', orgId);
  if (ids) query = query.where(inList(db.dialect, 'user_id', ids));
  const rows = await query.orderBy('word_key').execute();
  const words = new Map<number, string[]>();
  for (const { user_id, word } of rows) {
    const own = words.get(user_id);
    if (own) own.push(word);
    else words.set(user_id, [word]);
  }
  return words;
}

async function loadProfiles(db: Db, orgId: number, ids: Ids): Promise<Map<number, ProfileData>> {
  let query = db.q
    .selectFrom('profile_value')
    .innerJoin('profile_field', 'profile_field.id', 'profile_value.field_id')
    .select(['profile_value.user_id', 'field_id', 'value', 'rendered'])
    .where('profile_field.org_id', '=', orgId);
  if (ids) query = query.where(inList(db.dialect, 'profile_value.user_id', ids));
  const profiles = new Map<number, ProfileData>();
  for (const { user_id, field_id, value, rendered } of await query.execute()) {
    const profile = profiles.get(user_id) ?? {};
    profile[field_id] = rendered === null ? { value } : { value, rendered_value: rendered };
    profiles.set(user_id, profile);
  }
  return profiles;
}

export async function loadChannels(db: Db, orgId: number, ids: Ids): Promise<Channel[]> {
  let query = db.q.selectFrom('channel').selectAll().where('org_id', '=', orgId);
  if (ids) query = query.where(inList(db.dialect, 'id', ids));
  return (await query.orderBy('id').execute()).map(toChannel);
}

export async function loadGroups(db: Db, orgId: number, ids: Ids): Promise<Group[]> {
  let query = db.q.selectFrom('user_group').selectAll().where('org_id', '=', orgId);
  if (ids) query = query.where(inList(db.dialect, 'id', ids));
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

export interface MembershipOf extends Membership {
  channelId: number;
  userId: number;
}

export async function loadMemberships(db: Db, channelIds: readonly number[]): Promise<MembershipOf[]> {
  const rows = await db.q
    .selectFrom('membership')
    .select(['channel_id', 'user_id', 'from_message_id', 'from_position'])
    .where('to_position', 'is', null)
    .where(inList(db.dialect, 'channel_id', channelIds))
    .execute();
  return rows.map((row) => ({
    channelId: row.channel_id,
    userId: row.user_id,
    fromMessageId: row.from_message_id,
    fromPosition: row.from_position,
  }));
}

/** The open and the last ended membership span of some users in one channel. */
export async function loadUserMemberships(db: Db, channelId: number, userIds: readonly number[]) {
  const rows = await db.q
    .selectFrom('membership')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where(inList(db.dialect, 'user_id', userIds))
    .orderBy('from_position')
    .execute();
  return rows;
}

export async function loadEnded(db: Db, orgId: number, fromPosition: number): Promise<EndedMembership[]> {
  const rows = await db.q
    .selectFrom('membership')
    .innerJoin('channel', 'channel.id', 'membership.channel_id')
    .select(['channel_id', 'user_id', 'from_message_id', 'from_position', 'to_position'])
    .where('channel.org_id', '=', orgId)
    .where('to_position', '>=', fromPosition)
    .execute();
  return rows.map((row) => ({
    channelId: row.channel_id,
    userId: row.user_id,
    fromMessageId: row.from_message_id,
    fromPosition: row.from_position,
    toPosition: row.to_position ?? 0,
  }));
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
    settings: JSON.parse(row.settings) as Record<string, unknown>,
    memberDefaults: JSON.parse(row.member_defaults) as Record<string, unknown>,
  };
}

const noSettings: Readonly<Record<string, never>> = Object.freeze({});
const noProfile: Readonly<ProfileData> = Object.freeze({});
const none: readonly never[] = Object.freeze([]);

/** Most people change nothing: they share one empty object. */
function parseSettings<T>(text: string): Readonly<Record<string, T>> {
  return text === '{}' ? noSettings : (JSON.parse(text) as Record<string, T>);
}

function toUser(
  row: Selectable<PersonTable>,
  others: Pick<User, 'profile' | 'alertWords' | 'mutedBy'>,
): User {
  return {
    id: row.id,
    email: row.email,
    emailKey: row.email_key,
    deliveryEmail: row.delivery_email,
    deliveryEmailKey: row.delivery_email_key,
    fullName: row.full_name,
    role: row.role as Role,
    isActive: row.is_active === 1,
    isBot: row.is_bot === 1,
    botType: row.bot_type,
    botOwnerId: row.bot_owner_id,
    isSystem: row.is_system === 1,
    isImportedStub: row.is_imported_stub === 1,
    isDeleted: row.is_deleted === 1,
    dateJoined: row.date_joined,
    timezone: row.timezone,
    avatarSource: row.avatar_source,
    avatarVersion: row.avatar_version,
    apiKeyHash: row.api_key_hash,
    grants: row.grants === '[]' ? none : (JSON.parse(row.grants) as string[]),
    settings: parseSettings(row.settings),
    ...others,
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

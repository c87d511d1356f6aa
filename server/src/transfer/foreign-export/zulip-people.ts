/** Profile fields, statuses and groups, as tables of Zulip. */
import type { OrganizationCache } from '../../core/organization/index.ts';
import { listAccounts } from '../../core/users/index.ts';
import type { Db } from '../../db/db.ts';
import { zulipType } from '../../features/reactions/index.ts';

/** @param emoji IDs of the organization's own that are written: what refers to another one ends the import. */
export async function peopleTables(
  db: Db,
  cache: OrganizationCache,
  emoji: ReadonlySet<string>,
): Promise<Record<string, unknown[]>> {
  const fields = await db.q
    .selectFrom('profile_field')
    .select(['id', 'type', 'name', 'hint', 'field_data', 'sort_order'])
    .where('org_id', '=', cache.orgId)
    .orderBy('sort_order')
    .orderBy('id')
    .execute();
  const statuses = await db.q
    .selectFrom('user_status')
    .select(['user_id', 'status_text', 'emoji_name', 'emoji_code', 'kind'])
    .where('org_id', '=', cache.orgId)
    .orderBy('user_id')
    .execute();
  const realm = cache.orgId;
  const since = cache.organization.createdAt / 1000;
  return {
    zerver_customprofilefield: fields.map(({ id, type, name, hint, field_data, sort_order: order }) => ({
      id,
      realm,
      field_type: type,
      name,
      hint,
      field_data,
      order,
    })),
    zerver_customprofilefieldvalue: listAccounts(cache)
      .flatMap((user) =>
        Object.entries(user.profile).map(([field, { value }]) => ({
          user_profile: user.id,
          field: Number(field),
          value,
          rendered_value: null,
        })),
      )
      .map((row, i) => ({ id: i + 1, ...row })),
    zerver_userstatus: statuses.map((row, i) => ({
      id: i + 1,
      user_profile: row.user_id,
      client: 1,
      timestamp: since,
      status_text: row.status_text,
      ...(row.kind === 'realm_emoji' && !emoji.has(row.emoji_code)
        ? { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' }
        : { emoji_name: row.emoji_name, emoji_code: row.emoji_code, reaction_type: zulipType(row.kind) }),
    })),
    ...groupTables(cache),
  };
}

function groupTables({ groups, orgId: realm }: OrganizationCache): Record<string, unknown[]> {
  const active = [...groups.values()].filter(({ isSystem, isDeactivated }) => !isSystem && !isDeactivated);
  return {
    zerver_namedusergroup: active.map(({ id, name, description }) => ({
      usergroup_ptr: id,
      realm,
      name,
      description,
      is_system_group: false,
      deactivated: false,
    })),
    zerver_usergroupmembership: active.flatMap(({ id, members }) =>
      [...members].map((user) => ({ user_group: id, user_profile: user })),
    ),
  };
}

/** Profile fields, statuses and services of bots, as tables of Zulip. */
import { botTypes } from '../../../../wire/bots.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { listAccounts } from '../../core/users/index.ts';
import type { Db } from '../../db/db.ts';
import { inList } from '../../db/sql.ts';
import { getProfileFields } from '../../features/profile-fields/index.ts';
import { zulipType } from '../../features/reactions/index.ts';
import type { ZulipVersion } from './zulip-versions.ts';

interface Written {
  /** IDs of the organization's own emoji that are written: what refers to another one ends the import. */
  emoji: ReadonlySet<string>;
  version: ZulipVersion;
}

export async function peopleTables(
  db: Db,
  cache: OrganizationCache,
  { emoji, version }: Written,
): Promise<Record<string, unknown[]>> {
  const fields = await getProfileFields(db, cache.orgId);
  const statuses = await db.q
    .selectFrom('user_status')
    .select(['user_id', 'status_text', 'emoji_name', 'emoji_code', 'kind'])
    .where('org_id', '=', cache.orgId)
    .orderBy('user_id')
    .execute();
  const realm = cache.orgId;
  const since = cache.organization.createdAt / 1000;
  return {
    zerver_customprofilefield: fields.map(
      ({ type: field_type, use_for_user_matching: isForMatching, ...field }) => ({
        display_in_profile_summary: false,
        ...field,
        realm,
        field_type,
        ...(version < 12 ? {} : { use_for_user_matching: isForMatching === true }),
      }),
    ),
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
    zerver_service: await serviceRows(db, cache),
  };
}

/** Where bots post, and which program others are. The server there makes tokens of its own. */
async function serviceRows(db: Db, cache: OrganizationCache): Promise<object[]> {
  const bots = new Map(
    listAccounts(cache)
      .filter(({ isBot }) => isBot)
      .map((bot) => [bot.id, bot]),
  );
  const rows = await db.q
    .selectFrom('bot')
    .select(['user_id', 'payload_url', 'interface', 'service_name'])
    .where(inList(db.dialect, 'user_id', [...bots.keys()]))
    .orderBy('user_id')
    .execute();
  return rows
    .filter(({ user_id: id }) =>
      [botTypes.outgoing, botTypes.embedded].some((type) => type === bots.get(id)?.botType),
    )
    .map((row, i) => ({
      id: i + 1,
      name: row.service_name ?? bots.get(row.user_id)?.fullName ?? '',
      user_profile: row.user_id,
      base_url: row.payload_url ?? '',
      token: '',
      interface: row.interface ?? 1,
    }));
}

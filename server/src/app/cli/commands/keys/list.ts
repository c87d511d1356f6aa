/** Lists the valid API keys, with the owners of bots, without the keys themselves. */
import type { Selectable } from 'kysely';
import { Exact, Type } from '../../../../../../wire/core.ts';
import { scopesFrom } from '../../../../core/api-keys/index.ts';
import { listAccounts } from '../../../../core/users/index.ts';
import type { Db } from '../../../../db/db.ts';
import type { ApiKeyTable } from '../../../../db/schema/sessions.ts';
import { adminCommand } from '../../admin-command.ts';
import { accountFacts } from '../../account-facts.ts';
import { organizationFor, userFor } from '../../lookup.ts';

export default adminCommand({
  options: Exact({ email: Type.Optional(Type.String()), org: Type.Optional(Type.String()) }),
  async run(app, { email, org }) {
    const cache = await organizationFor(app, org);
    const one = email === undefined ? undefined : userFor(cache, email).id;
    const named = await namedKeys(app.db.read, cache.orgId);
    const keys = listAccounts(cache)
      .filter(({ isActive }) => isActive)
      .filter(({ id, botOwnerId }) => one === undefined || id === one || botOwnerId === one)
      .flatMap((user) => {
        const { user_id, email: address, role, is_bot } = accountFacts(user);
        const owner = user.botOwnerId === null ? undefined : cache.users.get(user.botOwnerId);
        const account = { user_id, email: address, role, is_bot, bot_owner: owner?.deliveryEmail ?? null };
        return [
          { ...account, ...ownKey },
          ...(named.get(user.id) ?? []).map((row) => ({ ...account, ...facts(row) })),
        ];
      });
    return { keys };
  },
});

/** The account's own key, which every account has. */
const ownKey = {
  key_id: null,
  name: null,
  scopes: ['full'],
  channel_id: null,
  expires: null,
  last_used: null,
};

type KeyRow = Pick<
  Selectable<ApiKeyTable>,
  'id' | 'user_id' | 'name' | 'scopes' | 'channel_id' | 'expires_at' | 'last_used_at'
>;

async function namedKeys(db: Db, orgId: number): Promise<Map<number, KeyRow[]>> {
  const rows = await db.q
    .selectFrom('api_key')
    .select(['id', 'user_id', 'name', 'scopes', 'channel_id', 'expires_at', 'last_used_at'])
    .where('org_id', '=', orgId)
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, ({ user_id }) => user_id);
}

const facts = (row: KeyRow) => ({
  key_id: row.id,
  name: row.name,
  scopes: scopesFrom(row.scopes),
  channel_id: row.channel_id,
  expires: time(row.expires_at),
  last_used: time(row.last_used_at),
});

const time = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString();

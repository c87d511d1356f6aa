import { CreateApiKeyParams } from '../../../../../wire/api-keys.ts';
import { Exact, Type } from '../../../../../wire/core.ts';
import { createKey, revokeNamedKey } from '../../../features/api-keys/index.ts';
import { findNamed, type OrganizationCache } from '../../../core/organization/index.ts';
import { adminCommand } from '../admin-command.ts';
import { organizationFor, userFor } from '../lookup.ts';
import { CommandError } from '../../../lib/command-error.ts';
import type { Selectable } from 'kysely';
import { scopesFrom, revokeUserKeys } from '../../../core/api-keys/index.ts';
import { listAccounts, newCredentials } from '../../../core/users/index.ts';
import type { Db } from '../../../db/db.ts';
import type { ApiKeyTable } from '../../../db/schema/sessions.ts';
import { accountFacts } from '../account-facts.ts';
import { auditUser } from '../../../core/audit/index.ts';
import { storeApiKey } from '../../../features/users/index.ts';

const { name, scopes } = CreateApiKeyParams.properties;

const KeysCreateOptions = Exact({
  email: Type.String(),
  name,
  scopes,
  /** Name of a channel. */
  channel: Type.Optional(Type.String()),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  org: Type.Optional(Type.String()),
});

/** Creates a named API key for an account and prints it. It cannot be shown again. */
export const keysCreate = adminCommand({
  options: KeysCreateOptions,
  async run(app, { email, channel, days, org, ...given }) {
    const cache = await organizationFor(app, org);
    const user = userFor(cache, email);
    const made = await app.db.write(cache.orgId, 'system', (tx) =>
      createKey(tx, user, {
        ...given,
        ...(channel === undefined ? {} : { channel_id: channelNamed(tx.cache, channel) }),
        ...(days === undefined ? {} : { expires_in_days: days }),
      }),
    );
    return { user_id: user.id, email: user.deliveryEmail, key_id: made.id, api_key: made.api_key };
  },
});

function channelNamed(cache: OrganizationCache, given: string): number {
  const channel = findNamed(cache.channels, given);
  if (!channel) throw new CommandError(`There is no channel with the name ${JSON.stringify(given)}.`);
  return channel.id;
}

/** Lists the valid API keys, with the owners of bots, without the keys themselves. */
export const keysList = adminCommand({
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

const KeysRevokeOptions = Exact({
  email: Type.String(),
  /** Includes the keys of the person's bots. */
  bots: Type.Boolean(),
  /** Only this named key. */
  key: Type.Optional(Type.Integer()),
  org: Type.Optional(Type.String()),
});

/**
 * Replaces the API key of an account and revokes its named keys, which signs out all its clients; or revokes one named key.
 */
export const keysRevoke = adminCommand({
  options: KeysRevokeOptions,
  async run(app, { email, bots, key, org }) {
    const cache = await organizationFor(app, org);
    const user = userFor(cache, email);
    const { id, deliveryEmail } = user;
    if (key !== undefined) {
      await app.db.write(cache.orgId, 'system', (tx) => revokeNamedKey(tx, user, key));
      return { user_id: id, email: deliveryEmail, revoked: [deliveryEmail], key };
    }
    const revoked = await app.db.write(cache.orgId, 'system', async (tx) => {
      const accounts = listAccounts(tx.cache).filter(
        (one) => one.id === id || (bots && one.botOwnerId === id),
      );
      for (const one of accounts) {
        await storeApiKey(tx, one.id, newCredentials(app.secrets, null));
        await revokeUserKeys(tx, one.id);
        await auditUser(tx, one, 'regenerate_api_key');
      }
      return accounts.map((one) => one.deliveryEmail);
    });
    return { user_id: id, email: deliveryEmail, revoked };
  },
});

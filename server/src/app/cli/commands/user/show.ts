/** Shows one account with its last use and what it owns. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { isoTime, listAccounts } from '../../../../core/users/index.ts';
import type { Db } from '../../../../db/db.ts';
import { accountFacts } from '../../account-facts.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor, userFor } from '../../lookup.ts';

export default adminCommand({
  options: Exact({ email: Type.String(), org: Type.Optional(Type.String()) }),
  async run(app, { email, org }) {
    const cache = await organizationFor(app, org);
    const user = userFor(cache, email);
    const owner = user.botOwnerId === null ? undefined : cache.users.get(user.botOwnerId);
    return {
      ...accountFacts(user),
      grants: user.grants,
      channels: [...cache.members.getChannels(user.id)].length,
      bots: listAccounts(cache)
        .filter(({ botOwnerId }) => botOwnerId === user.id)
        .map(({ deliveryEmail }) => deliveryEmail),
      bot_owner: owner?.deliveryEmail ?? null,
      ...(await getUsage(app.db.read, cache.orgId, user.id)),
    };
  },
});

async function getUsage(db: Db, orgId: number, userId: number) {
  const sessions = await db.q
    .selectFrom('session')
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('last_seen_at').as('newest')] as const)
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', Date.now())
    .executeTakeFirstOrThrow();
  const presence = await db.q
    .selectFrom('presence')
    .select('connected_at')
    .where('user_id', '=', userId)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  const files = await db.q
    .selectFrom('attachment')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('size').as('bytes')] as const)
    .where('org_id', '=', orgId)
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow();
  const seenAt = Math.max(sessions.newest, presence?.connected_at ?? 0);
  return {
    sessions: Number(sessions.count),
    last_seen: seenAt === 0 ? null : isoTime(seenAt),
    files: Number(files.count),
    file_bytes: Number(files.bytes),
  };
}

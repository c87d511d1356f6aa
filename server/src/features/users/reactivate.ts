/** POST /users/{user_id}/reactivate: restores the account with its groups and channels. */
import { roles } from '../../../../wire/core.ts';
import { auditUser } from '../../core/audit/index.ts';
import { checkBotNameIsFree, refuseTooManyBots } from '../../core/bots/index.ts';
import { joinChannels } from '../../core/channels/index.ts';
import { membersChanged, emitSystemGroups } from '../../core/groups/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { User } from '../../core/organization/index.ts';
import {
  audienceAbout,
  checkNameIsFree,
  isAboveAdministrators,
  noSuchUser,
  userChanged,
  watchVisibility,
} from '../../core/users/index.ts';
import { apiError } from '../../lib/errors.ts';
import { giveBot } from './bot-owner.ts';
import { restoreHolder } from './setting-holder.ts';

/** Idempotent. */
export async function reactivateUser(
  app: Pick<AppContext, 'secrets'>,
  tx: Tx,
  me: { id: number },
  userId: number,
): Promise<void> {
  const author = tx.cache.users.get(me.id);
  if (!author || author.role > roles.administrator) throw apiError('permissions.administrator');
  const before = tx.cache.users.get(userId);
  if (!before || before.isSystem) throw noSuchUser();
  if (before.isActive) return;
  if (before.isDeleted) throw apiError('users.deleted');
  // The bot of a deactivated owner becomes the author's.
  const isAbove = before.isBot ? isAboveAdministrators(before) : before.role === roles.owner;
  if (isAbove && author.role !== roles.owner) throw apiError('permissions.owner');
  checkNameIsFree(tx.cache, before.fullName, before.id);
  if (before.isBot) checkBotNameIsFree(tx.cache, before.fullName, before.id);
  const isOrphan = before.isBot && findBotOwner(tx, before)?.isActive !== true;
  if (before.isBot) refuseTooManyBots(tx.cache, isOrphan ? author.id : (before.botOwnerId ?? author.id));
  const after = await store(tx, before);
  tx.emit(userChanged({ user_id: after.id, is_active: true }), await audienceAbout(tx, after));
  if (isOrphan) await giveBot(app, tx, after, author);
  emitSystemGroups(tx, before, after);
  for (const group of tx.cache.groups.values())
    if (group.members.has(after.id))
      tx.emit(membersChanged('add_members', group.id, [after.id]), { everyone: true });
  await rejoin(tx, after.id);
  await restoreHolder(tx, after.id);
  await auditUser(tx, after, 'reactivate');
}

const findBotOwner = ({ cache }: Tx, { botOwnerId }: User): User | undefined =>
  botOwnerId === null ? undefined : cache.users.get(botOwnerId);

async function store(tx: Tx, user: User): Promise<User> {
  await tx.q
    .updateTable('person')
    .set({ is_active: 1 })
    .where('id', '=', user.id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ users: [user.id] });
  const stored = tx.cache.users.get(user.id);
  if (!stored) throw noSuchUser();
  return stored;
}

async function rejoin(tx: Tx, userId: number): Promise<void> {
  const rows = await tx.q
    .selectFrom('membership')
    .innerJoin('deactivation', (join) =>
      join
        .onRef('deactivation.user_id', '=', 'membership.user_id')
        .onRef('deactivation.position', '=', 'membership.to_position'),
    )
    .select('membership.channel_id')
    .where('membership.user_id', '=', userId)
    .orderBy('membership.channel_id')
    .execute();
  const moves = [...new Set(rows.map((row) => row.channel_id))].flatMap((id) => {
    const channel = tx.cache.channels.get(id);
    return channel ? [{ channel, userIds: [userId] }] : [];
  });
  const emitVisibilityChanges = await watchVisibility(tx, moves);
  await joinChannels(tx, moves);
  emitVisibilityChanges();
}

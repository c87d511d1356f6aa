/** Deactivates accounts: ends their access and subscriptions. Reversible (see reactivate.ts). */
import { roles } from '../../../../wire/core.ts';
import type { DeactivateUserParams } from '../../../../wire/users.ts';
import { auditUser, eraseFromAudit } from '../../core/audit/index.ts';
import { revokeUserKeys } from '../../core/api-keys/index.ts';
import { endMemberships, emitPeers } from '../../core/channels/index.ts';
import { endUserQueues } from '../../core/events/index.ts';
import { membersChanged, emitSystemGroups } from '../../core/groups/index.ts';
import { enqueue, sendEmail } from '../../core/jobs/index.ts';
import { type Audience, type Tx, trigger } from '../../core/log/index.ts';
import { type OrganizationCache, type User, textsOfPerson } from '../../core/organization/index.ts';
import { endUserSessions } from '../../core/sessions/index.ts';
import {
  audienceAbout,
  leftOut,
  noSuchUser,
  userChanged,
  userDeactivated,
  watchVisibility,
  nextVersion,
  profileDeleted,
  userAdded,
} from '../../core/users/index.ts';
import { deleteUserDevices } from '../devices/index.ts';
import { deletePushSubscriptions } from '../push/index.ts';
import { messageDeleteJobs as jobs } from '../message-delete/index.ts';
import { apiError } from '../../lib/errors.ts';
import { codePoints } from '../../lib/text.ts';
import { removeSettingHolder } from './setting-holder.ts';
import { isOnlyOwner } from './role.ts';
import { dropPicture } from '../pictures/index.ts';

const longestComment = 2000;

/** DELETE /users/{user_id} */
export async function deactivateUser(
  tx: Tx,
  me: { id: number },
  userId: number,
  { actions = {}, deactivation_notification_comment: comment }: DeactivateUserParams,
): Promise<void> {
  const user = personToEnd(tx.cache, me.id, userId);
  const note = comment?.trim();
  if (note !== undefined && codePoints(note) > longestComment)
    throw apiError('parameters.too-long', {
      name: 'deactivation_notification_comment',
      limit: longestComment,
    });
  await deactivateWithBots(tx, user, actions);
  if (note !== undefined) await writeTo(tx, user, note);
}

/** DELETE /users/me */
export async function deactivateOwnUser(tx: Tx, me: { id: number }): Promise<void> {
  const user = tx.cache.users.get(me.id);
  if (!user?.isActive) throw apiError('users.account-deactivated');
  if (isOnlyOwner(tx.cache, user))
    throw apiError(
      'users.last-owner',
      {},
      {
        is_last_owner: true,
        entity: 'organization owner',
      },
    );
  await deactivateWithBots(tx, user);
}

/** Checks permissions. Bots have their own operation. */
function personToEnd(cache: OrganizationCache, authorId: number, userId: number): User {
  const author = cache.users.get(authorId);
  if (!author || author.role > roles.administrator) throw apiError('permissions.administrator');
  const user = cache.users.get(userId);
  if (!user || user.isBot) throw noSuchUser();
  if (!user.isActive) throw apiError('users.deactivated');
  if (isOnlyOwner(cache, user)) throw apiError('users.only-owner');
  if (user.role === roles.owner && author.role !== roles.owner) throw apiError('permissions.owner');
  return user;
}

type Actions = NonNullable<DeactivateUserParams['actions']>;

async function deactivateWithBots(tx: Tx, user: User, actions: Actions = {}): Promise<void> {
  const bots = [...tx.cache.users.values()].filter((bot) => bot.botOwnerId === user.id);
  for (const account of [...bots, user]) {
    if (actions.delete_profile) await deleteProfile(tx, account);
    const now = tx.cache.users.get(account.id);
    if (now?.isActive) {
      await endAccount(tx, now);
      await auditUser(tx, now, 'deactivate', { after: { ...actions } });
    }
  }
  const kinds = {
    publicChannels: actions.delete_public_channel_messages ?? false,
    privateChannels: actions.delete_private_channel_messages ?? false,
    direct: actions.delete_direct_messages ?? false,
  };
  if (Object.values(kinds).includes(true))
    await enqueue(tx, jobs.deleteSent, { senderIds: [...bots, user].map(({ id }) => id), ...kinds });
}

/** Deactivates one account, without its bots. Callers check permissions. */
export async function endAccount(tx: Tx, user: User): Promise<void> {
  const audience = await audienceAbout(tx, user);
  await tx.q.deleteFrom('deactivation').where('user_id', '=', user.id).execute();
  await tx.q.insertInto('deactivation').values({ user_id: user.id, position: tx.position }).execute();
  const moves = [...tx.cache.members.getChannels(user.id)]
    .sort((a, b) => a - b)
    .flatMap((id) => {
      const channel = tx.cache.channels.get(id);
      return channel ? [{ channel, userIds: [user.id] }] : [];
    });
  const emitVisibilityChanges = await watchVisibility(tx, moves);
  await endMemberships(
    tx,
    moves.map(({ channel }) => ({ channelId: channel.id, userId: user.id })),
  );
  await tx.q
    .updateTable('person')
    .set({ is_active: 0 })
    .where('id', '=', user.id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ users: [user.id] });
  await endUserQueues(tx, user.id);
  await endUserSessions(tx, user.id);
  await revokeUserKeys(tx, user.id);
  await deleteUserDevices(tx, user.id);
  await deletePushSubscriptions(tx, user.id);
  await removeSettingHolder(tx, user.id);
  await trigger(tx, userDeactivated, user);
  emitPeers(tx, 'peer_remove', moves);
  // Users that were visible to guests only by a shared channel become hidden from them: by the time the event is
  // delivered, it may not reach them.
  emitGroups(tx, user, leftOut(tx.cache, await audienceAbout(tx, user)));
  tx.emit(userChanged({ user_id: user.id, is_active: false }), audience);
  emitVisibilityChanges();
}

/** Recipients of the deactivation event remove the account from all groups themselves. */
function emitGroups(tx: Tx, before: User, others: Audience | undefined): void {
  const after = tx.cache.users.get(before.id);
  if (!after || !others) return;
  emitSystemGroups(tx, before, after, others);
  for (const group of tx.cache.groups.values())
    if (group.members.has(before.id))
      tx.emit(membersChanged('remove_members', group.id, [before.id]), others);
}

async function writeTo(tx: Tx, user: User, note: string): Promise<void> {
  const t = textsOfPerson(tx.cache, user);
  const { name } = tx.cache.organization;
  const lines = [t('mail.helloName', { name: user.fullName }), t('mail.ended.text', { name })];
  if (note !== '') lines.push(t('mail.ended.note'), note);
  await enqueue(tx, sendEmail, {
    to: user.deliveryEmail,
    subject: t('mail.ended', { name }),
    text: lines.join('\n\n'),
  });
}

// Removes the identity of an account: name, picture and profile. Messages stay attributed to its id.

export async function deleteProfile(tx: Tx, user: User): Promise<void> {
  const full_name = `Deleted user ${user.id}`;
  await tx.q.deleteFrom('profile_value').where('user_id', '=', user.id).execute();
  await tx.q
    .updateTable('person')
    .set({ full_name, is_deleted: 1, avatar_source: 'J', avatar_version: nextVersion(user) })
    .where('id', '=', user.id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await dropPicture(tx, 'avatar', user.id);
  await eraseFromAudit(tx, user);
  await tx.touch({ users: [user.id] });
  const after = tx.cache.users.get(user.id);
  if (!after) throw noSuchUser();
  const audience = await audienceAbout(tx, after);
  await trigger(tx, profileDeleted, user);
  tx.emit(userChanged({ user_id: user.id, full_name }), audience);
  // There is no event for a deleted profile, so the complete account is sent again.
  tx.emit(userAdded(after), audience);
}

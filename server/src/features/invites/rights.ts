/** What an invitation grants: at most what its inviter may grant at the time it is used. */
import { roles, type Role } from '../../../../wire/core.ts';
import { mayChangeGroup } from '../../core/groups/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  mayLeaveAccess,
  type Channel,
  type OrganizationCache,
  type Principal,
} from '../../core/organization/index.ts';
import { withIds } from '../../db/sql.ts';
import { parseStored } from '../../lib/json.ts';
import { mayInvite, mayInviteTo } from './checks.ts';
import { emitInvitesChanged, type Invitation } from './rows.ts';

/** Confirmations belong to links. */
const permissions = {
  email: 'can_invite_users_group',
  link: 'create_multiuse_invite_group',
  confirmation: 'create_multiuse_invite_group',
} as const;

/** Whether the inviter may still invite in this way. Sign-ups have no inviter: the settings of the organization decide. */
export function mayStillInvite(
  cache: OrganizationCache,
  { kind, inviter_id }: Pick<Invitation, 'kind' | 'inviter_id'>,
): boolean {
  if (inviter_id === null) return true;
  const inviter = cache.users.get(inviter_id);
  return inviter?.isActive === true && mayInvite(cache, inviter, permissions[kind]);
}

/**
 * Whether someone may see the link of an invitation, with which an account of its role is created, and which outlives a key that reads it.
 * The link of an email invitation confirms its address, so that only its email has it; without a mail server nobody would get it.
 */
export const mayGetLink = (
  me: Principal,
  { kind, inviter_id, role }: Pick<Invitation, 'kind' | 'inviter_id' | 'role'>,
  deliversEmail: boolean,
): boolean =>
  mayLeaveAccess(me) && (kind === 'link' || !deliversEmail) && (inviter_id === me.id || role >= me.user.role);

export interface CurrentGrant {
  role: Role;
  channels: Channel[];
  groupIds: number[];
  welcomeText: string | null;
}

/** Without what the inviter may no longer grant, and without what is deactivated. */
export function currentGrant({ cache }: Tx, row: Invitation): CurrentGrant {
  const inviter = row.inviter_id === null ? undefined : cache.users.get(row.inviter_id);
  const channels = parseStored<number[]>(row.channel_ids)
    .flatMap((id) => cache.channels.get(id) ?? [])
    .filter((channel) => !channel.isArchived && (!inviter || mayInviteTo(cache, inviter, channel)));
  const groupIds = parseStored<number[]>(row.group_ids).filter((id) => {
    const group = cache.groups.get(id);
    if (!group || group.isDeactivated) return false;
    return !inviter || mayChangeGroup(cache, inviter, group, 'can_add_members_group');
  });
  const choosesText = !inviter || inviter.role <= roles.administrator;
  return {
    role: inviter && inviter.role > row.role ? inviter.role : row.role,
    channels,
    groupIds,
    welcomeText: choosesText ? row.welcome_text : null,
  };
}

/**
 * Revokes invitations that exceed the current permissions of their inviters, so that they stay invalid if the permissions
 * return. Called when permissions are reduced.
 */
export async function closeInvitesBeyondRights(tx: Tx): Promise<void> {
  const { cache } = tx;
  const open = await tx.q
    .selectFrom('invitation')
    .select(['id', 'kind', 'inviter_id', 'role'])
    .where('org_id', '=', tx.orgId)
    .where('state', '=', 'open')
    .where('inviter_id', 'is not', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', tx.now)]))
    .execute();
  const beyond = open.filter(
    (row) => !mayStillInvite(cache, row) || row.role < (cache.users.get(row.inviter_id ?? 0)?.role ?? 0),
  );
  if (beyond.length === 0) return;
  const ids = beyond.map(({ id }) => id);
  await tx.q
    .updateTable('invitation')
    .set({ state: 'revoked' })
    .where(withIds(tx.dialect, tx.orgId, ids))
    .execute();
  const listed = beyond.filter(({ kind }) => kind !== 'confirmation');
  if (listed.length > 0)
    emitInvitesChanged(
      tx,
      listed.map(({ inviter_id }) => inviter_id),
    );
}

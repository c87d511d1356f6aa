/** Reusable invitation links, and revoking and resending invitations. */
import { roles } from '../../../../wire/core.ts';
import { audit } from '../../core/audit/index.ts';
import { type AppContext, defineService } from '../../core/context/index.ts';
import { enqueue, sendEmail } from '../../core/jobs/index.ts';
import { makeLimit, refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type Principal,
  type User,
  textsOfOrganization,
  currentUser,
} from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { limitUses } from '../../http/limits.ts';
import { organizationUrl } from '../../http/urls.ts';
import { checkedGrant, checkMayInvite, checkNoBot, type InviteRequest } from './checks.ts';
import { invitationEmail } from './emails.ts';
import { auditNew, checkDailyLimit } from './invite.ts';
import { countLinksOfToday, mailsAfterOneMore } from './queries.ts';
import {
  joinLink,
  newSeed,
  insertInvitation,
  setState,
  emitInvitesChanged,
  type Invitation,
} from './rows.ts';

/** @returns the link. @param origin Of the organization, as clients are given it. */
export function createInviteLink(
  app: AppContext,
  me: Principal,
  wanted: InviteRequest,
  origin: string,
): Promise<string> {
  return app.db.write(me.orgId, me, async (tx) => {
    const caller = currentUser(tx.cache, me);
    checkMayInvite(tx.cache, caller, 'create_multiuse_invite_group');
    const grant = checkedGrant(tx, caller, wanted, app.config.invitationMinutes);
    refuseAboveLimit('invitations.too-many-links', await countLinksOfToday(tx, caller.id));
    const seed = await insertInvitation(tx, {
      ...grant,
      kind: 'link',
      inviterId: caller.id,
      notifiesInviter: true,
    });
    emitInvitesChanged(tx, [caller.id]);
    await auditNew(tx, 'link', grant);
    return joinLink(app.secrets, origin, seed);
  });
}

export async function revokeInvite(tx: Tx, me: Principal, id: number): Promise<void> {
  const row = await invitationForChange(tx, currentUser(tx.cache, me), id, 'email');
  await setState(tx, row.id, 'revoked');
  emitInvitesChanged(tx, [row.inviter_id]);
  await auditExisting(tx, 'invitation.revoke', row);
}

const auditExisting = (tx: Tx, action: 'invitation.revoke' | 'invitation.resend', row: Invitation) =>
  audit(tx, {
    action,
    target: { type: 'invitation', id: row.id, name: row.email ?? undefined },
    before: { kind: row.kind, role: row.role, inviter_id: row.inviter_id },
  });

export async function revokeInviteLink(tx: Tx, me: Principal, id: number): Promise<void> {
  const row = await invitationForChange(tx, currentUser(tx.cache, me), id, 'link');
  if (row.state === 'revoked') throw apiError('invitations.revoked');
  await setState(tx, row.id, 'revoked');
  emitInvitesChanged(tx, [row.inviter_id]);
  await auditExisting(tx, 'invitation.revoke', row);
}

/** Limited, so that a mailbox cannot be flooded, and others can invite too. */
const resends = defineService((app: AppContext) => [
  makeLimit(app, 'invitation resent', { seconds: 86_400, count: 5 }),
]);

/** Sends a new link, valid as long as the first one was; the earlier link ends. @throws ApiError 429 after some a day */
export function resendInvite(app: AppContext, me: Principal, id: number): Promise<void> {
  return limitUses(app, { limits: resends(app), key: `${me.orgId} ${id}` }, () => resend(app, me, id));
}

function resend(app: AppContext, me: Principal, id: number): Promise<void> {
  return app.db.write(me.orgId, me, async (tx) => {
    const row = await invitationForChange(tx, currentUser(tx.cache, me), id, 'email');
    await checkDailyLimit(app, tx, 1);
    const seed = newSeed();
    const expiresAt = row.expires_at === null ? null : tx.now + row.expires_at - row.invited_at;
    await tx.q
      .updateTable('invitation')
      .set({ seed, invited_at: tx.now, expires_at: expiresAt, mails_sent: mailsAfterOneMore(row, tx.now) })
      .where('id', '=', row.id)
      .where('org_id', '=', tx.orgId)
      .execute();
    const { organization, users } = tx.cache;
    const inviter = users.get(row.inviter_id ?? 0) ?? me.user;
    const link = joinLink(app.secrets, organizationUrl(app, organization.subdomain), seed);
    const t = textsOfOrganization(tx.cache);
    const letter = { t, to: row.email ?? '', organization, link, expiresAt };
    await enqueue(tx, sendEmail, invitationEmail(letter, inviter));
    emitInvitesChanged(tx, [row.inviter_id]);
    await auditExisting(tx, 'invitation.resend', row);
  });
}

/**
 * One's own invitations, and for administrators those of others with at most their own role.
 * @throws ApiError for an invitation of the other kind, and for an email invitation that is no longer open
 */
async function invitationForChange(
  tx: Tx,
  caller: User,
  id: number,
  kind: 'email' | 'link',
): Promise<Invitation> {
  checkNoBot(caller);
  const row = await tx.q
    .selectFrom('invitation')
    .selectAll()
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (!row || (kind === 'email' && row.state !== 'open')) throw apiError('invitations.not-found');
  if (row.inviter_id === caller.id) return row;
  if (caller.role > roles.administrator) throw apiError('permissions.administrator');
  if (row.role < caller.role) throw apiError('permissions.owner');
  return row;
}

/** Revokes the invitations of a deactivated user; a reactivation does not restore them. */
export async function revokeUserInvites(tx: Tx, inviterId: number): Promise<void> {
  const rows = await tx.q
    .updateTable('invitation')
    .set({ state: 'revoked' })
    .where('org_id', '=', tx.orgId)
    .where('inviter_id', '=', inviterId)
    .where('state', '=', 'open')
    .returning('id')
    .execute();
  if (rows.length > 0) emitInvitesChanged(tx, []);
}

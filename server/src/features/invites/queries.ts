/** Lists invitations. */
import { roles } from '../../../../wire/core.ts';
import type { Db } from '../../db/db.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { mayStillInvite } from './rights.ts';
import type { Invitation } from './rows.ts';

/** The caller's own, and for administrators everyone's, except links that grant a higher role than theirs. */
export async function openInvitations(
  db: Db,
  { cache, user }: Pick<Principal, 'cache' | 'user'>,
  now: number,
): Promise<Invitation[]> {
  let query = db.q
    .selectFrom('invitation')
    .selectAll()
    .where('org_id', '=', cache.orgId)
    .where('kind', 'in', ['email', 'link'])
    .where('state', '=', 'open')
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('id');
  if (user.role > roles.administrator) query = query.where('inviter_id', '=', user.id);
  const rows = await query.execute();
  return rows.filter(
    (row) =>
      mayStillInvite(cache, row) &&
      (row.kind === 'email' || row.inviter_id === user.id || row.role >= user.role),
  );
}

const dayMs = 24 * 3600_000;

/** Emails with invitations that the organization has sent within a day. */
export async function mailsOfToday(db: Db, orgId: number, now: number): Promise<number> {
  const row = await db.q
    .selectFrom('invitation')
    .select(({ fn }) => fn.sum<number | string | null>('mails_sent').as('sent'))
    .where('org_id', '=', orgId)
    .where('invited_at', '>', now - dayMs)
    .executeTakeFirst();
  return Number(row?.sent ?? 0);
}

/** Invitation links that someone has created within a day, revoked ones included. */
export async function countLinksOfToday(tx: Tx, inviterId: number): Promise<number> {
  const { n } = await tx.q
    .selectFrom('invitation')
    .select(({ fn }) => fn.countAll().as('n'))
    .where('org_id', '=', tx.orgId)
    .where('invited_at', '>', tx.now - dayMs)
    .where('inviter_id', '=', inviterId)
    .where('kind', '=', 'link')
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** The number of today's emails for this invitation after one more. */
export const mailsAfterOneMore = ({ invited_at, mails_sent }: Invitation, now: number): number =>
  invited_at > now - dayMs ? mails_sent + 1 : 1;

/** Invitations as those see them who were invited: whether a link still leads anywhere, looked at again at every step. */
import type { Db } from '../../db/db.ts';
import type { AppContext } from '../../core/context/index.ts';
import { type Directory, organizationSettings } from '../../core/organization/index.ts';
import { type DisposableCheck, addressRefusal, addressRules, disposableCheck } from '../domains/index.ts';
import { holderOf } from './invite.ts';
import { seedIn } from './keys.ts';
import { mayStillInvite } from './rights.ts';
import type { Invitation } from './rows.ts';

export type Ending =
  | 'unknown'
  | 'used'
  | 'revoked'
  | 'expired'
  | 'closed'
  | 'addressTaken'
  | 'addressRefused'
  | 'organizationDeactivated';

/** A link that leads nowhere, or nowhere any more. */
export class InvitationEnded extends Error {
  override readonly name = 'InvitationEnded';
  readonly why: Ending;

  constructor(why: Ending) {
    super(`The invitation has ended: ${why}`);
    this.why = why;
  }
}

/** For a page that asks. @throws InvitationEnded */
export async function invitationByKey(app: AppContext, orgId: number, key: string): Promise<Invitation> {
  const directory = await app.organizations.directory(orgId);
  const seed = seedIn(app.secrets, key);
  const found = await openInvitation(app.db.read, directory, seed, Date.now());
  await checkAddress(app.db.read, directory, found, await disposableCheck());
  return found;
}

/** @throws InvitationEnded */
export async function openInvitation(
  db: Db,
  directory: Directory,
  seed: string | undefined,
  now: number,
): Promise<Invitation> {
  if (directory.organization.isDeactivated) throw new InvitationEnded('organizationDeactivated');
  const row = seed === undefined ? undefined : await findRow(db, directory.orgId, { seed });
  if (!row) throw new InvitationEnded('unknown');
  await checkOpen(db, directory, row, now);
  return row;
}

async function checkOpen(db: Db, directory: Directory, row: Invitation, now: number): Promise<void> {
  if (row.state !== 'open') throw new InvitationEnded(row.state);
  if (row.expires_at !== null && row.expires_at <= now) throw new InvitationEnded('expired');
  if (!mayStillInvite(directory, row)) throw new InvitationEnded('revoked');
  if (row.kind !== 'confirmation') return;
  if (row.link_id === null) {
    if (organizationSettings(directory).invite_required) throw new InvitationEnded('closed');
    return;
  }
  const link = await findRow(db, directory.orgId, { id: row.link_id });
  if (!link) throw new InvitationEnded('revoked');
  await checkOpen(db, directory, link, now);
}

function findRow(db: Db, orgId: number, by: { seed: string } | { id: number }) {
  const query = db.q.selectFrom('invitation').selectAll().where('org_id', '=', orgId);
  return (
    'seed' in by ? query.where('seed', '=', by.seed) : query.where('id', '=', by.id)
  ).executeTakeFirst();
}

/** The rules may have changed since, and the address may have got an account. @throws InvitationEnded */
export async function checkAddress(
  db: Db,
  directory: Directory,
  { email }: Pick<Invitation, 'email'>,
  isDisposable: DisposableCheck,
): Promise<void> {
  if (email === null) return;
  if (holderOf(directory, email)) throw new InvitationEnded('addressTaken');
  const rules = await addressRules(db, directory, isDisposable);
  if (addressRefusal(rules, email) !== undefined) throw new InvitationEnded('addressRefused');
}

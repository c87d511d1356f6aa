/** Whether the link of an invitation is still valid; checked at every step. */
import type { Db } from '../../db/db.ts';
import type { AppContext } from '../../core/context/index.ts';
import { type OrganizationCache, organizationSettings } from '../../core/organization/index.ts';
import { type DisposableCheck, addressRefusal, addressRules, disposableCheck } from '../domains/index.ts';
import { getHolder } from './invite.ts';
import { mayStillInvite } from './rights.ts';
import { seedIn, type Invitation } from './rows.ts';

export type InvitationStatus =
  | 'unknown'
  | 'used'
  | 'revoked'
  | 'expired'
  | 'closed'
  | 'addressTaken'
  | 'addressRefused'
  | 'addressOther'
  | 'organizationDeactivated';

/** A link that is not valid, or not any more. */
export class InvitationEnded extends Error {
  override readonly name = 'InvitationEnded';
  readonly why: InvitationStatus;

  constructor(why: InvitationStatus) {
    super(`The invitation has ended: ${why}`);
    this.why = why;
  }
}

/** Finds the invitation of a page. @throws InvitationEnded */
export async function invitationByKey(app: AppContext, orgId: number, key: string): Promise<Invitation> {
  const cache = await app.organizations.cache(orgId);
  const seed = seedIn(app.secrets, key);
  const found = await openInvitation(app.db.read, cache, seed, app.clock.now());
  await checkAddress(app.db.read, cache, found, await disposableCheck());
  return found;
}

/** @throws InvitationEnded */
export async function openInvitation(
  db: Db,
  cache: OrganizationCache,
  seed: string | undefined,
  now: number,
): Promise<Invitation> {
  if (cache.organization.isDeactivated) throw new InvitationEnded('organizationDeactivated');
  const row = seed === undefined ? undefined : await findRow(db, cache.orgId, { seed });
  if (!row) throw new InvitationEnded('unknown');
  await checkOpen(db, cache, row, now);
  return row;
}

async function checkOpen(db: Db, cache: OrganizationCache, row: Invitation, now: number): Promise<void> {
  const { state, email } = row;
  // Whose invitation ended with an account should not ask for another one.
  if (state === 'revoked' && email !== null && getHolder(cache, email))
    throw new InvitationEnded('addressTaken');
  if (state !== 'open') throw new InvitationEnded(state);
  if (row.expires_at !== null && row.expires_at <= now) throw new InvitationEnded('expired');
  if (!mayStillInvite(cache, row)) throw new InvitationEnded('revoked');
  if (row.kind !== 'confirmation') return;
  if (row.link_id === null) {
    if (organizationSettings(cache).invite_required) throw new InvitationEnded('closed');
    return;
  }
  const link = await findRow(db, cache.orgId, { id: row.link_id });
  if (!link) throw new InvitationEnded('revoked');
  await checkOpen(db, cache, link, now);
}

function findRow(db: Db, orgId: number, by: { seed: string } | { id: number }) {
  const query = db.q.selectFrom('invitation').selectAll().where('org_id', '=', orgId);
  return (
    'seed' in by ? query.where('seed', '=', by.seed) : query.where('id', '=', by.id)
  ).executeTakeFirst();
}

/** The rules may have changed since, and the address may have an account by now. @throws InvitationEnded */
export async function checkAddress(
  db: Db,
  cache: OrganizationCache,
  { email }: Pick<Invitation, 'email'>,
  isDisposable: DisposableCheck,
): Promise<void> {
  if (email === null) return;
  if (getHolder(cache, email)) throw new InvitationEnded('addressTaken');
  const rules = await addressRules(db, cache, isDisposable);
  if (addressRefusal(rules, email) !== undefined) throw new InvitationEnded('addressRefused');
}

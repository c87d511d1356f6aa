/** Creates an account from an invitation, all or nothing. */
import { roles } from '../../../../wire/core.ts';
import type { AppContext } from '../../core/context/index.ts';
import { enqueue, sendEmail } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type User, organizationSettings, textsOfPerson } from '../../core/organization/index.ts';
import {
  type NewPerson,
  checkNameIsFree,
  checkPasswordStrength,
  checkedFullName,
  newCredentials,
} from '../../core/users/index.ts';
import { disposableCheck } from '../domains/index.ts';
import { enterGroup } from '../groups/index.ts';
import { addPerson, announceSignUp, defaultChannels, notifyInviter, welcome } from '../users/index.ts';
import { organizationUrl } from '../../http/urls.ts';
import type { Language } from '../../lib/i18n/i18n.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { welcomeEmail } from './emails.ts';
import { checkAddress, invitationByKey, InvitationEnded, openInvitation } from './open.ts';
import { currentGrant } from './rights.ts';
import { seedIn, setState, emitInvitesChanged, type Invitation } from './rows.ts';

export interface AcceptInvitation {
  key: string;
  fullName: string;
  password: string;
  /** The language of the browser, if it is supported; by default that of new users. */
  language?: Language;
}

/**
 * @returns the id of the new account.
 * @throws ApiError for an invalid name or password, InvitationEnded for a link that is not valid
 */
export async function acceptInvitation(
  app: AppContext,
  orgId: number,
  given: AcceptInvitation,
): Promise<number> {
  const before = await invitationByKey(app, orgId, given.key);
  const fullName = checkedFullName(given.fullName);
  const cache = await app.organizations.cache(orgId);
  checkNameIsFree(cache, fullName);
  await checkPasswordStrength(cache, given.password, { email: before.email ?? '', fullName });
  const credentials = newCredentials(app.secrets, await hashPassword(given.password));
  const isDisposable = await disposableCheck();
  return app.db.write(orgId, 'system', async (tx) => {
    const row = await openInvitation(tx, tx.cache, seedIn(app.secrets, given.key), tx.now);
    // A reusable link does not prove an address.
    if (row.email === null) throw new InvitationEnded('unknown');
    await checkAddress(tx, tx.cache, row, isDisposable);
    const { language } = given;
    const person = { email: row.email, fullName, ...(language ? { language } : {}), ...credentials };
    const user = await addInvited(app, tx, row, person);
    return user.id;
  });
}

export type InvitedPerson = Omit<NewPerson, 'role'>;

/** Creates the account with everything that the invitation grants. The caller checks that the invitation is valid. */
export async function addInvited(
  app: AppContext,
  tx: Tx,
  row: Invitation,
  person: InvitedPerson,
): Promise<User> {
  const { role, channels, groupIds, welcomeText } = currentGrant(tx, row);
  const defaults = row.includes_defaults === 1 ? defaultChannels(tx.cache) : [];
  await useUp(tx, row);
  const id = await addPerson(tx, { ...person, role }, [...new Set([...defaults, ...channels])]);
  const user = tx.cache.users.get(id);
  if (!user) throw new Error(`Account ${id} was not stored.`);
  for (const groupId of groupIds) await enterGroup(tx, groupId, [user.id]);
  await welcome(tx, user, welcomeText);
  await sendWelcomeEmail(app, tx, user);
  if (row.notifies_inviter === 1 && row.inviter_id !== null) await notifyInviter(tx, row.inviter_id, user);
  await announceSignUp(tx, user);
  return user;
}

async function sendWelcomeEmail(app: AppContext, tx: Tx, user: User): Promise<void> {
  const { organization } = tx.cache;
  if (!organizationSettings(tx.cache).send_welcome_emails) return;
  const site = organizationUrl(app, organization.subdomain);
  const t = textsOfPerson(tx.cache, user);
  await enqueue(tx, sendEmail, welcomeEmail(t, user, organization, site));
}

/** Reusable links stay valid. */
async function useUp(tx: Tx, row: Invitation): Promise<void> {
  if (row.kind !== 'link') await setState(tx, row.id, 'used');
  const countUse = tx.q.updateTable('invitation').set((eb) => ({ uses: eb('uses', '+', 1) }));
  const used = row.link_id === null ? [row.id] : [row.id, row.link_id];
  await countUse.where('org_id', '=', tx.orgId).where('id', 'in', used).execute();
  if (row.kind === 'email') emitInvitesChanged(tx, [row.inviter_id]);
}

/**
 * Invitations of an address end when it gets an account in any way: while it has one they are of no use, and after it they would bring back
 * who was deleted.
 */
export async function revokeOpenInvites(tx: Tx, { deliveryEmailKey }: User): Promise<void> {
  const rows = await tx.q
    .updateTable('invitation')
    .set({ state: 'revoked' })
    .where('org_id', '=', tx.orgId)
    .where('email_key', '=', deliveryEmailKey)
    .where('state', '=', 'open')
    .returning(['kind', 'inviter_id'])
    .execute();
  const listed = rows.filter(({ kind }) => kind === 'email').map((row) => row.inviter_id);
  if (listed.length > 0) emitInvitesChanged(tx, listed);
}

/** The grant of a sign-up without an invitation. */
export const openGrant = {
  role: roles.member,
  channelIds: [],
  groupIds: [],
  includesDefaults: true,
  welcomeText: null,
};

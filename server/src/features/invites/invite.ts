/** POST /invites: invites every address that can be invited; the error names the others. */
import type { ErrorKey } from '../../../../wire/errors/catalogue.ts';
import type { InvitationFailure, InviteError } from '../../../../wire/invites.ts';
import { audit } from '../../core/audit/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import { enqueue, sendEmail } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type OrganizationCache,
  type Principal,
  type User,
  textsOfOrganization,
  currentUser,
} from '../../core/organization/index.ts';
import { parsedEmail } from '../../core/users/index.ts';
import {
  type AddressRules,
  addressRefusal,
  addressRules,
  disposableCheck,
  splitAddresses,
} from '../domains/index.ts';
import { apiError, englishText } from '../../lib/errors.ts';
import { organizationUrl } from '../../http/urls.ts';
import { emailKey } from '../../lib/text.ts';
import { checkedGrant, checkMayInvite, type Grant, type InviteRequest } from './checks.ts';
import { invitationEmail } from './emails.ts';
import { mailsOfToday } from './queries.ts';
import { joinLink, insertInvitation, emitInvitesChanged } from './rows.ts';

export interface EmailInviteRequest extends InviteRequest {
  /** As typed, with commas or line breaks between them. */
  addresses: string;
  notifiesInviter: boolean;
}

/** @throws ApiError INVITATION_FAILED if some addresses were not invited; the others were */
export async function sendInvites(app: AppContext, me: Principal, wanted: EmailInviteRequest): Promise<void> {
  const isDisposable = await disposableCheck();
  const addresses = splitAddresses(wanted.addresses, app.config.maxInvites);
  const refused = await app.db.write(me.orgId, me, async (tx) => {
    const caller = currentUser(tx.cache, me);
    checkMayInvite(tx.cache, caller, 'can_invite_users_group');
    if (addresses.length === 0) throw apiError('invitations.no-address');
    const grant = checkedGrant(tx, caller, wanted, app.config.invitationMinutes);
    await checkDailyLimit(app, tx, addresses.length);
    const { fit, refused } = sortOut(tx.cache, await addressRules(tx, tx.cache, isDisposable), addresses);
    if (fit.length === 0) throw apiError('invitations.none-sent', {}, failure(listed(refused)));
    const { notifiesInviter } = wanted;
    for (const email of fit) {
      await inviteOne(app, tx, caller, { ...grant, email, notifiesInviter });
      await auditNew(tx, 'email', grant, email);
    }
    emitInvitesChanged(tx, [caller.id]);
    return refused;
  });
  if (refused.length > 0)
    throw apiError('invitations.some-sent', {}, failure({ ...listed(refused), sent_invitations: true }));
}

export const auditNew = (tx: Tx, kind: 'email' | 'link', grant: Grant, name?: string): Promise<void> =>
  audit(tx, {
    action: 'invitation.create',
    target: { type: 'invitation', name },
    after: {
      kind,
      role: grant.role,
      channel_ids: grant.channelIds,
      group_ids: grant.groupIds,
      expires_at: grant.expiresAt,
    },
  });

/** @throws ApiError above the daily limit, which keeps the server from sending spam */
export async function checkDailyLimit({ config }: AppContext, tx: Tx, count: number): Promise<void> {
  if ((await mailsOfToday(tx, tx.orgId, tx.now)) + count > config.maxInvites)
    throw apiError(
      'invitations.daily-limit',
      { limit: config.maxInvites },
      failure({ daily_limit_reached: true }),
    );
}

const failure = (known: Partial<InvitationFailure>): Readonly<Record<string, unknown>> => ({
  ...noFailure,
  ...known,
});

const noFailure: InvitationFailure = {
  errors: [],
  heddle_error_keys: [],
  sent_invitations: false,
  license_limit_reached: false,
  daily_limit_reached: false,
};

type Refused = { address: string; key: ErrorKey };

const listed = (refused: readonly Refused[]): Pick<InvitationFailure, 'errors' | 'heddle_error_keys'> => ({
  errors: refused.map(({ address, key }): InviteError => [
    address,
    englishText(key),
    key === 'invitations.is-deactivated',
  ]),
  heddle_error_keys: refused.map(({ key }) => key),
});

function sortOut(
  cache: OrganizationCache,
  rules: AddressRules,
  addresses: readonly string[],
): { fit: string[]; refused: Refused[] } {
  const fit: string[] = [];
  const refused: Refused[] = [];
  for (const address of addresses) {
    const email = parsedEmail(address);
    const key = email === undefined ? 'invitations.not-an-email' : refusalKey(cache, rules, email);
    if (key !== undefined) refused.push({ address, key });
    else fit.push(email ?? address);
  }
  return { fit, refused };
}

function refusalKey(cache: OrganizationCache, rules: AddressRules, email: string): ErrorKey | undefined {
  const key = addressRefusal(rules, email);
  if (key !== undefined) return key;
  const user = getHolder(cache, email);
  if (user === undefined) return undefined;
  return user.isActive ? 'invitations.has-account' : 'invitations.is-deactivated';
}

/** The account with the address, deactivated ones included. */
export function getHolder({ users }: OrganizationCache, email: string): User | undefined {
  const key = emailKey(email);
  return users.find('deliveryEmail', key) ?? users.find('email', key);
}

async function inviteOne(
  app: AppContext,
  tx: Tx,
  inviter: User,
  given: Grant & { email: string; notifiesInviter: boolean },
): Promise<void> {
  const seed = await insertInvitation(tx, { ...given, kind: 'email', inviterId: inviter.id });
  const { organization } = tx.cache;
  const link = joinLink(app.secrets, organizationUrl(app, organization.subdomain), seed);
  const { email: to, expiresAt } = given;
  const t = textsOfOrganization(tx.cache);
  await enqueue(tx, sendEmail, invitationEmail({ t, to, organization, link, expiresAt }, inviter));
}

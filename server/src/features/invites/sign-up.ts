/** Sign-up with an email address, where the organization is open, or with a reusable link. */
import { apiError } from '../../lib/errors.ts';
import { type AppContext, defineService } from '../../core/context/index.ts';
import { enqueue, sendEmail } from '../../core/jobs/index.ts';
import { makeLimit } from '../../core/limits/index.ts';
import { type Tx, expiry } from '../../core/log/index.ts';
import { inList } from '../../db/sql.ts';
import { organizationSettings, textsOfPerson } from '../../core/organization/index.ts';
import { parsedEmail } from '../../core/users/index.ts';
import { checkMayJoin, disposableCheck } from '../domains/index.ts';
import { rateLimited } from '../../http/limits.ts';
import { limitedNetwork } from '../../lib/net/networks.ts';
import { organizationUrl } from '../../http/urls.ts';
import { emailKey } from '../../lib/text.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { parseStored } from '../../lib/json.ts';
import { openGrant } from './accept.ts';
import type { Grant } from './checks.ts';
import { accountExistsEmail, confirmationEmail } from './emails.ts';
import { getHolder } from './invite.ts';
import { InvitationEnded, openInvitation } from './open.ts';
import { joinLink, seedIn, insertInvitation, type Invitation } from './rows.ts';

export interface SignUpRequest {
  orgId: number;
  ip: string;
  email: string;
  /** The key of a reusable link. */
  key?: string;
  /** In the language of the page. */
  t: Texts;
}

const dayMs = 24 * 3600_000;

/**
 * Emails a link to the address, or a notice if it has an account; the response is the same for both.
 * @throws ApiError for an invalid address or one that may not join, InvitationEnded if the organization is not open
 */
export async function askToJoin(app: AppContext, asking: SignUpRequest): Promise<void> {
  const email = parsedEmail(asking.email);
  if (email === undefined) throw apiError('email.invalid');
  await countAsking(app, asking, email);
  const isDisposable = await disposableCheck();
  await app.db.write(asking.orgId, 'system', async (tx) => {
    const link = await linkFor(app, tx, asking.key);
    await checkMayJoin(tx, tx.cache, isDisposable, email);
    const { organization } = tx.cache;
    const site = organizationUrl(app, organization.subdomain);
    const holder = getHolder(tx.cache, email);
    if (holder) {
      // The system's own bots have no mailbox.
      if (holder.isSystem) return;
      const t = textsOfPerson(tx.cache, holder);
      await enqueue(tx, sendEmail, accountExistsEmail(t, email, organization, site));
      return;
    }
    const expiresAt = Math.min(tx.now + dayMs, link?.expires_at ?? Infinity);
    const seed = await insertInvitation(tx, {
      ...(link ? getGrant(link) : openGrant),
      expiresAt,
      kind: 'confirmation',
      inviterId: link?.inviter_id ?? null,
      ...(link ? { linkId: link.id } : {}),
      email,
      notifiesInviter: link?.notifies_inviter === 1,
    });
    const joining = joinLink(app.secrets, site, seed);
    const { t } = asking;
    await enqueue(tx, sendEmail, confirmationEmail({ t, to: email, organization, link: joining, expiresAt }));
  });
}

/** @returns `null` where the organization is open to everyone. */
async function linkFor(app: AppContext, tx: Tx, key: string | undefined): Promise<Invitation | null> {
  if (key !== undefined) {
    const link = await openInvitation(tx, tx.cache, seedIn(app.secrets, key), tx.now);
    if (link.kind !== 'link') throw new InvitationEnded('unknown');
    return link;
  }
  if (tx.cache.organization.isDeactivated) throw new InvitationEnded('organizationDeactivated');
  if (organizationSettings(tx.cache).invite_required) throw new InvitationEnded('closed');
  return null;
}

function getGrant(link: Invitation): Omit<Grant, 'expiresAt'> {
  return {
    role: link.role,
    channelIds: parseStored<number[]>(link.channel_ids),
    groupIds: parseStored<number[]>(link.group_ids),
    includesDefaults: link.includes_defaults === 1,
    welcomeText: link.welcome_text,
  };
}

/** Limited, so that a mailbox cannot be flooded. */
const lettersPerRecipient = { seconds: 3600, count: 3 };

/** Per network as many as failed sign-ins, since a whole office may sign up within an hour. */
const letterLimits = defineService((app: AppContext) => {
  const { signInLimitMinutes, signInAddressLimit } = app.config;
  const perNetwork = { seconds: signInLimitMinutes * 60, count: signInAddressLimit };
  return {
    recipients: makeLimit(app, 'join', lettersPerRecipient),
    networks: makeLimit(app, 'join network', perNetwork),
  };
});

async function countAsking(app: AppContext, { orgId, ip }: SignUpRequest, email: string): Promise<void> {
  if (app.config.rateLimits === 'off') return;
  const { recipients, networks } = letterLimits(app);
  const verdicts = [
    await networks.use(limitedNetwork(ip)),
    await recipients.use(`${orgId} ${emailKey(email)}`),
  ];
  for (const { isAllowed, retryAfter } of verdicts) if (!isAllowed) throw rateLimited(retryAfter);
}

/** Deletes confirmations that have expired. */
export const deleteUnconfirmed = expiry(
  (tx, limit) =>
    tx.q
      .selectFrom('invitation')
      .select('id')
      .where('kind', '=', 'confirmation')
      .where('expires_at', '<', tx.now - dayMs)
      .limit(limit)
      .execute(),
  async (tx, rows) => {
    const ids = rows.map(({ id }) => id);
    await tx.q
      .deleteFrom('invitation')
      .where(inList(tx.dialect, 'id', ids))
      .execute();
  },
);

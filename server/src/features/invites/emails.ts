/** Emails of invitations and sign-ups. */
import type { Organization, User } from '../../core/organization/index.ts';
import type { Email } from '../../lib/mail/email.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';

interface Letter {
  /** In the language of the recipient. */
  t: Texts;
  to: string;
  organization: Organization;
  link: string;
  /** Milliseconds since 1970; null for never. */
  expiresAt: number | null;
}

export function invitationEmail(
  { t, to, organization: { name }, link, expiresAt }: Letter,
  inviter: User,
): Email {
  return {
    to,
    subject: t('mail.invited', { inviter: inviter.fullName, name }),
    text: paragraphs(
      t('mail.hello'),
      t('mail.invited.text', { inviter: inviter.fullName, email: inviter.deliveryEmail, name }),
      t('mail.invited.open'),
      link,
      validity(t, expiresAt),
      t('mail.invited.ignore'),
    ),
  };
}

export function confirmationEmail({ t, to, organization: { name }, link, expiresAt }: Letter): Email {
  return {
    to,
    subject: t('mail.signUp', { name }),
    text: paragraphs(
      t('mail.hello'),
      t('mail.signUp.text', { name }),
      t('mail.signUp.open'),
      link,
      validity(t, expiresAt),
      t('mail.signUp.ignore'),
    ),
  };
}

/** Sent to an address that has an account; the page looks the same in both cases. */
export function accountExistsEmail(t: Texts, to: string, { name }: Organization, site: string): Email {
  return {
    to,
    subject: t('mail.known', { name }),
    text: paragraphs(t('mail.hello'), t('mail.known.text', { name }), site, t('mail.known.ignore')),
  };
}

/** Sent to a new user. */
export function welcomeEmail(t: Texts, { deliveryEmail }: User, { name }: Organization, site: string): Email {
  return {
    to: deliveryEmail,
    subject: t('mail.welcome', { name }),
    text: paragraphs(
      t('mail.hello'),
      t('mail.welcome.text', { name, email: deliveryEmail }),
      site,
      t('mail.welcome.topics'),
    ),
  };
}

const paragraphs = (...texts: string[]): string => texts.join('\n\n');

const validity = (t: Texts, expiresAt: number | null): string =>
  expiresAt === null
    ? t('mail.linkOnce')
    : t('mail.linkUntil', { until: new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ') });

/** What is written to people who are to join. */
import type { Organization, User } from '../../directory/types.ts';
import type { Email } from '../../mail/email.ts';

interface Letter {
  to: string;
  organization: Organization;
  link: string;
  /** Milliseconds since 1970; null for never. */
  expiresAt: number | null;
}

export function invitationEmail(
  { to, organization: { name }, link, expiresAt }: Letter,
  inviter: User,
): Email {
  return {
    to,
    subject: `${inviter.fullName} has invited you to ${name}`,
    text: paragraphs(
      'Hello,',
      `${inviter.fullName} (${inviter.deliveryEmail}) has invited you to join ${name}, where people talk in channels and topics.`,
      'To join, open this link and choose your name and password:',
      link,
      validity(expiresAt),
      'If you do not expect this, do nothing: no account is made unless you open the link.',
    ),
  };
}

export function confirmationEmail({ to, organization: { name }, link, expiresAt }: Letter): Email {
  return {
    to,
    subject: `Confirm your e-mail address for ${name}`,
    text: paragraphs(
      'Hello,',
      `somebody, probably you, wants to join ${name} with this e-mail address.`,
      'To go on, open this link and choose your name and password:',
      link,
      validity(expiresAt),
      'If it was not you, do nothing: no account is made unless you open the link.',
    ),
  };
}

/** To an address that has an account: the page says the same either way. */
export function accountExistsEmail(to: string, { name }: Organization, site: string): Email {
  return {
    to,
    subject: `You have an account in ${name}`,
    text: paragraphs(
      'Hello,',
      `somebody, probably you, wanted to join ${name} with this e-mail address. There is an account with it already: sign in with it at`,
      site,
      'If it was not you, there is nothing to do.',
    ),
  };
}

/** To somebody who has just joined. */
export function welcomeEmail({ deliveryEmail }: User, { name }: Organization, site: string): Email {
  return {
    to: deliveryEmail,
    subject: `Welcome to ${name}`,
    text: paragraphs(
      'Hello,',
      `you have an account in ${name} now. You sign in with ${deliveryEmail} and the password that you chose, in a browser or in an app, at`,
      site,
      'Conversations there have a channel and a topic: start a topic for each new subject, and everyone can follow what concerns them.',
    ),
  };
}

const paragraphs = (...texts: string[]): string => texts.join('\n\n');

function validity(expiresAt: number | null): string {
  const until =
    expiresAt === null
      ? ''
      : `, until ${new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `The link works once${until}.`;
}

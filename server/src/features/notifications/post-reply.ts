/** A reply to a notification email becomes a message of its recipient in the same conversation. */
import { createHash } from 'node:crypto';
import type { AppContext } from '../../core/context/index.ts';
import { type Quotable, quotableMessage } from '../../core/messages/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { sendMessage } from '../message-send/index.ts';
import { ApiError } from '../../lib/errors.ts';
import type { EmailReply } from '../../lib/mail/email-reply.ts';
import { openReplyAddress, type ReplyTarget } from '../../lib/mail/reply-address.ts';
import { organizationUrl } from '../../http/urls.ts';
import { emailKey } from '../../lib/text.ts';

/** `later`: the mail server should retry. */
export type Refusal = 'nobody' | 'notAllowed' | 'unreadable' | 'later';

/** The email is rejected; the message is shown to its sender. */
export class EmailRefused extends Error {
  override readonly name = 'EmailRefused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal, message: string) {
    super(message);
    this.refusal = refusal;
  }
}

/** The client name of the messages. */
const client = 'Email';

/** @returns the id of the message, the same one when the email is delivered again. @throws EmailRefused */
export async function postReply(app: AppContext, pattern: string, email: EmailReply): Promise<number> {
  const target = findReplyTarget(app, pattern, email);
  const me = await authenticateSender(app, target, email);
  const content = getContent(email);
  try {
    const { place } = await quotableMessage(app.db.read, me, target.messageId);
    const id = createHash('sha256').update(email.id).digest('base64url');
    const origin = organizationUrl(app, me.cache.organization.subdomain);
    const request = {
      ...whereTo(place),
      content,
      origin,
      idempotencyKey: `e-mail ${id}`,
      isKeyEnough: true,
      read_by_sender: true,
    };
    return (await sendMessage(app, me, request, client)).id;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500)
      throw new EmailRefused('notAllowed', `It was not posted: ${error.message}`);
    throw error;
  }
}

/** Checks a recipient before the email is accepted. @throws EmailRefused for an invalid or expired reply address */
export function checkReplyAddress(app: AppContext, pattern: string, address: string): void {
  findReplyTarget(app, pattern, { addresses: [address] });
}

function findReplyTarget(
  { secrets, clock, organizations }: AppContext,
  pattern: string,
  { addresses }: Pick<EmailReply, 'addresses'>,
): ReplyTarget {
  const opened = addresses.map((one) => openReplyAddress(secrets, pattern, one, clock.now()));
  const found = opened.find((one) => typeof one !== 'string');
  if (found && organizations.names.some(({ id }) => id === found.orgId)) return found;
  throw new EmailRefused(
    'nobody',
    opened.includes('expired')
      ? 'That email is too old to be replied to by email. Reply in the app.'
      : 'This address does not accept replies.',
  );
}

/** Someone to whom the email was forwarded must not post as its original recipient. */
async function authenticateSender(
  { organizations }: AppContext,
  { orgId, userId }: ReplyTarget,
  { from }: EmailReply,
): Promise<Principal> {
  const cache = await organizations.cache(orgId);
  const user = cache.users.get(userId);
  if (!user?.isActive) throw new EmailRefused('nobody', 'The account no longer exists.');
  if (emailKey(from) !== emailKey(user.deliveryEmail))
    throw new EmailRefused(
      'notAllowed',
      'It was not sent from the email address of the account that it replies for.',
    );
  return { id: user.id, orgId, user, cache };
}

function getContent({ text, attachments }: EmailReply): string {
  if (text === '')
    throw new EmailRefused('unreadable', 'It contains nothing but quoted text and a signature.');
  if (attachments === 0) return text;
  const what = attachments === 1 ? 'A file' : `${attachments} files`;
  return `${text}\n\n*(${what} attached to the email could not be added.)*`;
}

const whereTo = (place: Quotable['place']) =>
  'channel' in place
    ? ({ type: 'channel', to: place.channel.id, topic: place.topic } as const)
    : ({ type: 'direct', to: place.people.map(({ id }) => id) } as const);

/** A reply to a missed-message email becomes a message of its recipient in the same conversation. */
import { createHash } from 'node:crypto';
import type { AppContext } from '../../core/context/index.ts';
import { type Quotable, quotableMessage } from '../../core/messages/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { sendMessage } from '../message-send/index.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Answer } from '../../lib/mail/answer.ts';
import { openReplyAddress, type Answerable } from '../../lib/mail/reply-address.ts';
import { organizationUrl } from '../../http/urls.ts';
import { emailKey } from '../../lib/text.ts';

/** `later`: the mail server is to bring it again. */
export type Refusal = 'nobody' | 'notAllowed' | 'unreadable' | 'later';

/** The email is rejected for good; the text is for its sender. */
export class AnswerRefused extends Error {
  override readonly name = 'AnswerRefused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal, message: string) {
    super(message);
    this.refusal = refusal;
  }
}

/** The client name of the messages. */
const client = 'Email';

/** @returns the id of the message, the same one when the e-mail is brought again. @throws AnswerRefused */
export async function postAnswer(app: AppContext, pattern: string, answer: Answer): Promise<number> {
  const about = answerable(app, pattern, answer);
  const me = await authenticateSender(app, about, answer);
  const content = getContent(answer);
  try {
    const { place } = await quotableMessage(app.db.read, me, about.messageId);
    const id = createHash('sha256').update(answer.id).digest('base64url');
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
      throw new AnswerRefused('notAllowed', `It was not posted: ${error.message}`);
    throw error;
  }
}

/** Before an email is taken in. @throws AnswerRefused for what is no address of a reply, or was one */
export function checkReplyAddress(app: AppContext, pattern: string, address: string): void {
  answerable(app, pattern, { addresses: [address] });
}

function answerable(
  { secrets, clock, organizations }: AppContext,
  pattern: string,
  { addresses }: Pick<Answer, 'addresses'>,
): Answerable {
  const opened = addresses.map((one) => openReplyAddress(secrets, pattern, one, clock.now()));
  const found = opened.find((one) => typeof one !== 'string');
  if (found && organizations.names.some(({ id }) => id === found.orgId)) return found;
  throw new AnswerRefused(
    'nobody',
    opened.includes('expired')
      ? 'That e-mail is too old to be answered by e-mail. Answer in the app.'
      : 'Nothing can be answered at this address.',
  );
}

/** A forwarded email cannot be replied to in the name of its first recipient. */
async function authenticateSender(
  { organizations }: AppContext,
  { orgId, userId }: Answerable,
  { from }: Answer,
): Promise<Principal> {
  const cache = await organizations.cache(orgId);
  const user = cache.users.get(userId);
  if (!user?.isActive) throw new AnswerRefused('nobody', 'There is no such account any more.');
  if (emailKey(from) !== emailKey(user.deliveryEmail))
    throw new AnswerRefused(
      'notAllowed',
      'It was not sent from the address of the account that it answers for.',
    );
  return { id: user.id, orgId, user, cache };
}

function getContent({ text, attachments }: Answer): string {
  if (text === '')
    throw new AnswerRefused('unreadable', 'There is nothing in it but quotation and signature.');
  if (attachments === 0) return text;
  const what = attachments === 1 ? 'A file' : `${attachments} files`;
  return `${text}\n\n*(${what} of the e-mail could not be taken over.)*`;
}

const whereTo = (place: Quotable['place']) =>
  'channel' in place
    ? ({ type: 'channel', to: place.channel.id, topic: place.topic } as const)
    : ({ type: 'direct', to: place.people.map(({ id }) => id) } as const);

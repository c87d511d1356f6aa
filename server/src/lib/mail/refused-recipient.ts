/** Which refusals of a mail server no later attempt can change. */
import { fieldsIn, textIn } from '../objects.ts';

/** Replies to `RCPT TO` without an enhanced status code (RFC 3463) that are about the mailbox. */
const mailboxCodes: ReadonlySet<string> = new Set(['550', '551', '553']);

/**
 * About the address of the recipient, or its mailbox that is disabled. `5.1.7` and `5.1.8` are about the sender, `5.2.2` is a full
 * mailbox, and `5.7.x` is policy, such as a relay that is denied: an operator, the recipient, or time may change these.
 */
const refusedForGood = /^5\.(?:1\.(?![78]$)\d+|2\.1)$/;

/**
 * Whether a mail server has refused the recipient for good.
 * @param error From nodemailer, for an email with one recipient.
 */
export function isRefusedRecipient(error: unknown): boolean {
  const { command, response } = fieldsIn(error);
  if (command !== 'RCPT TO') return false;
  const [, code = '', enhanced] =
    /^(5\d\d)(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/.exec(textIn(response) ?? '') ?? [];
  return enhanced === undefined ? mailboxCodes.has(code) : refusedForGood.test(enhanced);
}

/** Which refusals of a mail server no later attempt can change. */
import { fieldsIn, textIn } from '../objects.ts';

/** Replies to `RCPT TO` without an enhanced status code (RFC 3463) that are about the mailbox, or about what `elsewhere` names. */
const mailboxCodes: ReadonlySet<string> = new Set(['550', '551', '553']);
/** As Exim refuses with `550`: “relay not permitted”, “Sender verify failed”. */
const elsewhere = /relay|sender|authent|denied|prohibit|polic|block|spam/i;

/**
 * About the address of the recipient, or its mailbox that is disabled. `5.1.7`, `5.1.8` and, from Postfix, `5.1.0` are about the sender,
 * `5.2.2` is a full mailbox, and `5.7.x` is policy, such as a relay that is denied: an operator, the recipient, or time may change these.
 */
const refusedForGood = /^5\.(?:1\.(?![078]$)\d+|2\.1)$/;

/**
 * Whether a mail server has refused the recipient for good.
 * @param error From nodemailer, for an email with one recipient.
 */
export function isRefusedRecipient(error: unknown): boolean {
  const { command, response } = fieldsIn(error);
  if (command !== 'RCPT TO') return false;
  const text = textIn(response) ?? '';
  const [, code = '', enhanced] = /^(5\d\d)(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/.exec(text) ?? [];
  return enhanced === undefined
    ? mailboxCodes.has(code) && !elsewhere.test(text)
    : refusedForGood.test(enhanced);
}

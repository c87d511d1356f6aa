/** What a mail server has refused: this email, which no later attempt may change, or any. */
import { fieldsIn, textIn } from '../objects.ts';

/** Replies to `RCPT TO` without an enhanced status code (RFC 3463) that are about the mailbox, or about what `elsewhere` names. */
const mailboxCodes: ReadonlySet<string> = new Set(['550', '551', '553']);
/** Words of refusals that are not about the recipient, though Exim uses `550` for them: “relay not permitted”, “Sender verify failed”. */
const elsewhere = /relay|sender|authent|denied|prohibit|polic|block|spam/i;

/**
 * About the address of the recipient, or its mailbox that is disabled. `5.1.7`, `5.1.8` and, from Postfix, `5.1.0` are about the sender,
 * `5.2.2` is a full mailbox, and `5.7.x` is policy, such as a relay that is denied: an operator, the recipient, or time may change these.
 */
const refusedForGood = /^5\.(?:1\.(?![078]$)\d+|2\.1)$/;

interface Reply {
  command: unknown;
  text: string;
  code: string;
  /** RFC 3463 */
  enhanced: string | undefined;
}

/** @param error From nodemailer */
function readReply(error: unknown): Reply {
  const { command, response } = fieldsIn(error);
  const text = textIn(response) ?? '';
  const [, code = '', enhanced] = /^([45]\d\d)(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/.exec(text) ?? [];
  return { command, text, code, enhanced };
}

/**
 * Whether a mail server has refused the recipient for good.
 * @param error From nodemailer, for an email with one recipient.
 */
export function isRefusedRecipient(error: unknown): boolean {
  const { command, text, code, enhanced } = readReply(error);
  if (command !== 'RCPT TO') return false;
  return enhanced === undefined
    ? mailboxCodes.has(code) && !elsewhere.test(text)
    : refusedForGood.test(enhanced);
}

/** Whether a mail server has refused the email for its size: no attempt makes it smaller. */
export function isRefusedSize(error: unknown): boolean {
  const { command, code, enhanced } = readReply(error);
  if (command !== 'MAIL FROM' && command !== 'DATA') return false;
  return /^5\.(?:3\.4|2\.3)$/.test(enhanced ?? '') || (code === '552' && enhanced === undefined);
}

/** Who sends, from where, or what state the server is in: it refuses other emails too. Postfix 3.7 says all of it of the recipient. */
const ofEveryEmail = /relay|authent|sender|client|host|block|service/i;

/** Whether the mail server works, and has refused only this email: for its recipient, size or content. */
export function isRefusalOfOneEmail(error: unknown): boolean {
  if (isRefusedRecipient(error) || isRefusedSize(error)) return true;
  const { command, text, code, enhanced = '' } = readReply(error);
  if (command === 'DATA') return code.startsWith('5');
  return command === 'RCPT TO' && code !== '421' && !/^\d\.[34]\./.test(enhanced) && !ofEveryEmail.test(text);
}

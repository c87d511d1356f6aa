/** Checks the mail server for outgoing emails as the server uses it: encryption and login, and an email on request. */
import type { Config } from '../../../lib/config/config.ts';
import { deliverEmail, verifyMailServer } from '../../../lib/mail/deliver.ts';
import { parseMailUrl } from '../../../lib/mail/encryption.ts';
import { fieldsIn, textIn } from '../../../lib/objects.ts';
import { errorCode, errorMessage } from '../../../lib/thrown.ts';
import type { Finding } from './checks.ts';

const name = 'mail';

/** @param sendTo Address for a test email; without it, the check signs in and sends nothing. */
export async function checkMail(config: Config, sendTo?: string): Promise<Finding> {
  if (config.smtpUrl === undefined)
    return {
      name,
      state: 'ok',
      text: 'No mail server is configured: emails are written to files in the data folder',
    };
  const { hostname, port } = new URL(config.smtpUrl);
  const place = port === '' ? hostname : `${hostname}:${port}`;
  try {
    await verifyMailServer(config);
    if (sendTo === undefined) {
      const { login } = parseMailUrl(config.smtpUrl);
      const text = login
        ? 'accepts the sign-in'
        : 'responds; smtp_url has no user and password to sign in with';
      return { name, state: 'ok', text: `${place} ${text}` };
    }
    await deliverEmail(config, {
      to: sendTo,
      subject: 'Test from Heddle',
      text: 'This email was sent by heddle doctor.',
    });
    return { name, state: 'ok', text: `${place} accepted an email to ${sendTo}` };
  } catch (error) {
    return { name, state: 'problem', text: `${place}: ${errorMessage(error)}. ${remedyFor(error)}` };
  }
}

const remedies: Readonly<Record<string, string>> = {
  EDNS: 'The host name in smtp_url cannot be resolved.',
  ECONNECTION: 'No response: check host and port in smtp_url, and the firewall.',
  ESOCKET:
    'The connection failed: check port and scheme in smtp_url (smtps:// for port 465, smtp:// for 587) and the certificate.',
  ETIMEDOUT: 'Timed out: check host and port in smtp_url, and the firewall.',
  ETLS: 'Encryption failed: check the scheme in smtp_url and the certificate of the mail server.',
};

/** What is advised where a mail server refuses STARTTLS, or is said to by who is in between. */
export const startTlsAdvice = (setting: string, scheme: string): string =>
  `Nothing was sent, since the server offers no encryption (STARTTLS). Enable it there, or use ${scheme}. ${setting} = "offered" sends the password unencrypted to whatever answers: only for a network that you trust.`;

export const certificateAdvice = (setting: string): string =>
  `Nothing was sent, since the certificate of the server is not trusted. ${setting} has to name the host of the certificate; for an authority of your own, start Heddle with the variable NODE_EXTRA_CA_CERTS=/path/to/ca.pem.`;

/** Replies to AUTH that say that there is none; others are about the user and the password. */
const withoutLogin = /^50\d/;

function remedyFor(error: unknown): string {
  const { command, response } = fieldsIn(error);
  const code = errorCode(error) ?? '';
  const answer = textIn(response) ?? '';
  if (code === 'EAUTH')
    return withoutLogin.test(answer)
      ? 'Nothing was sent, since the server offers no login (AUTH). Use its port for submission (587, or smtps:// with 465), or remove user and password from smtp_url if it takes emails without.'
      : 'The mail server rejected the username or password in smtp_url.';
  if (/certificate|altname/i.test(errorMessage(error))) return certificateAdvice('smtp_url');
  if (command === 'STARTTLS' && /^[45]/.test(answer))
    return startTlsAdvice('smtp_start_tls', 'smtps:// with its port for TLS (465)');
  return remedies[code] ?? 'Check smtp_url and mail_from.';
}

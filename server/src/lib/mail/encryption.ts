/**
 * Whether a connection to a mail server has to be encrypted before an email or a password is sent. What the server says before that may
 * come from anyone in between, who can leave out that it offers STARTTLS.
 */
import type { StartTls } from '../config/config-mail.ts';
import { isLoopbackHost, isPrivateHost } from '../net/addresses.ts';

export interface MailServer {
  host: string;
  /** undefined if the URL has none */
  port: number | undefined;
  /** Whether TLS begins with the connection. */
  isSecure: boolean;
  login: { user: string; pass: string } | undefined;
}

/** What an smtp://, smtps://, imap:// or imaps:// URL says. */
export function parseMailUrl(given: string): MailServer {
  const url = new URL(given);
  const user = decoded(url.username);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? undefined : Number(url.port),
    isSecure: /^(?:smtps|imaps):$/.test(url.protocol),
    login: user === '' ? undefined : { user, pass: decoded(url.password) },
  };
}

/** What no words of the server may repeat. */
export const passwordIn = (url: string): string | undefined => parseMailUrl(url).login?.pass;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that is meant as one.
    return text;
  }
}

/**
 * `offered` uses STARTTLS if the server offers it, with any certificate, since it would do without too. The rule without a setting: nobody is
 * in between on this machine; what has no password may be unencrypted within a private network, where few servers have a certificate.
 */
export function chooseStartTls(
  setting: StartTls,
  { host, login }: Pick<MailServer, 'host' | 'login'>,
): Exclude<StartTls, 'auto'> {
  if (setting !== 'auto') return setting;
  return isLoopbackHost(host) || (!login && isPrivateHost(host)) ? 'offered' : 'on';
}

/** Checks the mailbox from which emails are fetched, as the server does: sign-in, folder and search. */
import type { Config } from '../../../lib/config/config.ts';
import { listUnseen, withMailbox } from '../../../lib/mail/mailbox-client.ts';
import { errorMessage } from '../../../lib/thrown.ts';
import type { Finding } from './checks.ts';
import { certificateAdvice, startTlsAdvice } from './mail-server.ts';

const name = 'mailbox';

export async function checkMailbox({
  imapUrl,
  imapStartTls,
}: Pick<Config, 'imapUrl' | 'imapStartTls'>): Promise<Finding> {
  if (imapUrl === undefined) return { name, state: 'ok', text: 'No mailbox is configured' };
  const { host, pathname } = new URL(imapUrl);
  const place = `${host}${pathname}`;
  try {
    const { length: count } = await withMailbox({ imapUrl, imapStartTls }, listUnseen);
    return { name, state: 'ok', text: `${place} opens; ${String(count)} emails wait in it` };
  } catch (error) {
    return {
      name,
      state: 'problem',
      text: `${place}: ${errorMessage(error)}. ${remedyFor(errorMessage(error))}`,
    };
  }
}

function remedyFor(reason: string): string {
  if (/certificate|altname/i.test(reason)) return certificateAdvice('imap_url');
  if (reason.includes('STARTTLS'))
    return startTlsAdvice('imap_start_tls', 'imaps:// with its port for TLS (993)');
  return 'Check imap_url (imaps:// for port 993, imap:// for 143).';
}

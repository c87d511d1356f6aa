/** Checks the mailbox from which emails are fetched, as the server does: sign-in, folder and search. */
import type { Config } from '../../../lib/config/config.ts';
import { withMailbox } from '../../../lib/mail/mailbox-client.ts';
import { errorMessage } from '../../../lib/thrown.ts';
import type { Finding } from './checks.ts';

const name = 'mailbox';

export async function checkMailbox({ imapUrl }: Pick<Config, 'imapUrl'>): Promise<Finding> {
  if (imapUrl === undefined) return { name, state: 'ok', text: 'No mailbox is configured' };
  const { host, pathname } = new URL(imapUrl);
  const place = `${host}${pathname}`;
  try {
    const unseen = await withMailbox(imapUrl, (client) => client.search({ seen: false }, { uid: true }));
    const count = (unseen || []).length;
    return { name, state: 'ok', text: `${place} opens; ${String(count)} emails wait in it` };
  } catch (error) {
    const text = `${place}: ${errorMessage(error)}. Check imap_url (imaps:// for port 993, imap:// for 143).`;
    return { name, state: 'problem', text };
  }
}

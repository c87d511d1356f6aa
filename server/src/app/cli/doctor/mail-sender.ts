/** Whether receivers can verify that our emails are from the domain of `mail_from`: what lacks these records is taken for spam. */
import { resolveTxt } from 'node:dns/promises';
import type { Config } from '../../../lib/config/config.ts';
import type { Finding } from './checks.ts';

const name = 'mail sender';

type Resolve = (host: string) => Promise<string[][]>;

/** DKIM is named and not tested: under which selector its key is, only the mail server knows. */
export async function checkMailSender(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  resolve: Resolve = resolveTxt,
): Promise<Finding> {
  if (smtpUrl === undefined) return { name, state: 'ok', text: 'Not tested: no mail server is configured' };
  const domain = /@([^\s@>]+)>?$/.exec(mailFrom ?? '')?.[1];
  if (domain === undefined)
    return {
      name,
      state: 'warning',
      text: 'mail_from is not set. Set it to an address of a domain of yours.',
    };
  try {
    const [hasSpf, hasDmarc] = await Promise.all([
      hasRecord(resolve, domain, /^v=spf1(\s|$)/i),
      hasRecord(resolve, `_dmarc.${domain}`, /^v=DMARC1\s*;/i),
    ]);
    const missing = [
      ...(hasSpf
        ? []
        : [
            `${domain} has no SPF record: add a TXT record that names the mail server, such as "v=spf1 mx -all"`,
          ]),
      ...(hasDmarc
        ? []
        : [`_dmarc.${domain} has no DMARC record: add a TXT record such as "v=DMARC1; p=quarantine"`]),
    ];
    return missing.length === 0
      ? {
          name,
          state: 'ok',
          text: `${domain} has SPF and DMARC records. Check that the mail server signs with DKIM.`,
        }
      : {
          name,
          state: 'warning',
          text: `Emails may be taken for spam. ${missing.join('. ')}. Check that the mail server signs with DKIM.`,
        };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return {
      name,
      state: 'ok',
      text: `Not tested: the DNS records of ${domain} cannot be read (${code ?? message})`,
    };
  }
}

/** A record that is not there is no error; a resolver that does not respond is. */
async function hasRecord(resolve: Resolve, host: string, form: RegExp): Promise<boolean> {
  try {
    return (await resolve(host)).some((parts) => form.test(parts.join('')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTFOUND' || code === 'ENODATA') return false;
    throw error;
  }
}

/**
 * Checks whether receivers can verify that our emails are from the domain of `mail_from` (SPF, DKIM, DMARC): without these records
 * they are treated as spam. Names the record to add.
 */
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Config } from '../../../lib/config/config.ts';
import { isPrivateHost } from '../../../lib/net/addresses.ts';
import type { Finding } from './checks.ts';
import { errorCode, errorMessage } from '../../../lib/thrown.ts';

const name = 'mail sender';

type ResolveTxt = (host: string) => Promise<string[][]>;

/** Bounds how long the doctor waits for a resolver. */
const resolver = new Resolver({ timeout: 2000, tries: 2 });

/** Selectors that common providers and programs use, for when none is configured. */
const usualSelectors = [
  'default',
  'dkim',
  'mail',
  's1',
  's2',
  'k1',
  'google',
  'selector1',
  'selector2',
  'fm1',
  'protonmail',
];

interface Options {
  /** The selector of the mail server's key. */
  dkimSelector?: string | undefined;
  resolve?: ResolveTxt;
  /** Whether names of the Internet can be resolved here. */
  knowsInternet?: () => Promise<boolean>;
}

/** Looks up a domain that will always be there. */
const resolvesCom = (): Promise<boolean> =>
  resolver.resolveNs('com').then(
    (servers) => servers.length > 0,
    () => false,
  );

export async function checkMailSender(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  { dkimSelector, resolve = (host) => resolver.resolveTxt(host), knowsInternet = resolvesCom }: Options = {},
): Promise<Finding> {
  if (smtpUrl === undefined) return { name, state: 'ok', text: 'Not tested: no mail server is configured' };
  const domain = /@([^\s@>]+)>?$/.exec(mailFrom ?? '')?.[1];
  if (domain === undefined)
    return {
      name,
      state: 'warning',
      text: 'mail_from is not set. Set it to an address of a domain of yours.',
    };
  const missing = new Set<string>();
  const find = (host: string) => records(resolve, host, missing);
  try {
    const [spf, dkim, dmarc] = await Promise.all([
      find(domain).then((found) => spfAdvice(domain, new URL(smtpUrl).hostname, found)),
      dkimAdvice(find, domain, dkimSelector),
      find(`_dmarc.${domain}`).then((found) => dmarcAdvice(domain, found)),
    ]);
    // A resolver of a closed network may know no name of the Internet at all.
    if (missing.has(domain)) return await judgeMissingDomain(domain, knowsInternet);
    const advice = [spf, dkim, dmarc].filter((one) => one !== undefined);
    return advice.length === 0
      ? { name, state: 'ok', text: `${domain} has SPF, DKIM and DMARC records` }
      : { name, state: 'warning', text: `Emails may be taken for spam. ${advice.join(' ')}` };
  } catch (error) {
    const reason = errorCode(error) ?? errorMessage(error);
    const text = `Not tested: the DNS records of ${domain} cannot be read (${reason})`;
    return { name, state: 'ok', text };
  }
}

async function judgeMissingDomain(domain: string, knowsInternet: () => Promise<boolean>): Promise<Finding> {
  return (await knowsInternet())
    ? {
        name,
        state: 'warning',
        text: `There is no domain ${domain} in the DNS, so that receivers refuse the emails. Check mail_from.`,
      }
    : {
        name,
        state: 'ok',
        text: `Not tested: no name of the Internet can be resolved here, so that the DNS records of ${domain} are not known`,
      };
}

/** Receivers see the public address of a mail server, which only its operator knows where smtp_url has another. */
function spfMechanism(host: string): string {
  const address = host.replace(/^\[|\]$/g, '');
  if (isPrivateHost(host)) return 'ip4:<its public address>';
  return isIP(address) === 0 ? `a:${host}` : `ip${isIP(address)}:${address}`;
}

/** @param host The mail server's, from `smtp_url`. */
function spfAdvice(domain: string, host: string, found: readonly string[]): string | undefined {
  const spf = found.filter((record) => /^v=spf1(\s|$)/i.test(record));
  if (spf.length === 0)
    return `${domain} has no SPF record: add a TXT record for ${domain} that names the mail server, such as "v=spf1 mx ${spfMechanism(host)} -all"; a mail provider documents its own "include:".`;
  if (spf.length > 1)
    return `${domain} has ${spf.length} SPF records, which receivers treat as an error: merge them into one TXT record.`;
  return /\s\+?all\b/i.test(spf[0] ?? '')
    ? `The SPF record of ${domain} allows every server on the Internet ("+all"): end it with "-all".`
    : undefined;
}

async function dkimAdvice(
  find: (host: string) => Promise<string[]>,
  domain: string,
  selector: string | undefined,
): Promise<string | undefined> {
  const selectors = selector === undefined ? usualSelectors : [selector];
  const hosts = selectors.map((one) => `${one}._domainkey.${domain}`);
  const found = (await Promise.all(hosts.map(find))).flat().filter((record) => /(?:^|;)\s*p=/i.test(record));
  if (found.some((record) => /(?:^|;)\s*p=[^;\s]/i.test(record))) return undefined;
  const [host = ''] = hosts;
  if (found.length > 0)
    return `The DKIM key of ${domain} is revoked ("p=" is empty): publish the key that the mail server signs with.`;
  return selector === undefined
    ? `No DKIM key of ${domain} was found under the usual selectors. Have the mail server sign, and publish its key as the TXT record <selector>._domainkey.${domain}, such as "v=DKIM1; k=rsa; p=<public key>". If there is one already, run heddle doctor --dkim-selector <selector>.`
    : `There is no DKIM key at ${host}: add the TXT record that the mail server shows for this selector, such as "v=DKIM1; k=rsa; p=<public key>".`;
}

function dmarcAdvice(domain: string, found: readonly string[]): string | undefined {
  return found.some((record) => /^v=DMARC1\s*;/i.test(record))
    ? undefined
    : `_dmarc.${domain} has no DMARC record: add a TXT record such as "v=DMARC1; p=quarantine; rua=mailto:postmaster@${domain}".`;
}

/**
 * A missing record is no error; a resolver that does not respond is.
 * @param missing Gets the name if it does not exist at all
 */
async function records(resolve: ResolveTxt, host: string, missing: Set<string>): Promise<string[]> {
  try {
    return (await resolve(host)).map((parts) => parts.join(''));
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOTFOUND') missing.add(host);
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw error;
  }
}

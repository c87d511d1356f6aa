/** Checks services beyond this machine: mail, LDAP, the file store, and the way through a proxy. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../../../lib/config/config.ts';
import { S3Store } from '../../../lib/files/s3.ts';
import { FileGoneError } from '../../../lib/files/store.ts';
import { testLdap } from '../../../features/sign-in-providers/index.ts';
import { textsIn } from '../../../lib/i18n/i18n.ts';
import { ldapOfConfig } from '../../../lib/ldap/settings.ts';
import { deliverEmail, verifyMailServer } from '../../../lib/mail/deliver.ts';
import type { Finding } from './checks.ts';
import { errorCode, errorMessage, wrappedError } from '../../../lib/thrown.ts';
import { fieldsIn } from '../../../lib/objects.ts';

const mailRemedies: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server rejected the username or password in smtp_url.',
  EDNS: 'The host name in smtp_url cannot be resolved.',
  ECONNECTION: 'No response: check host and port in smtp_url, and the firewall.',
  ESOCKET:
    'The connection failed: check port and scheme in smtp_url (smtps:// for port 465, smtp:// for 587) and the certificate.',
  ETIMEDOUT: 'Timed out: check host and port in smtp_url, and the firewall.',
  ETLS: 'Encryption failed: check the scheme in smtp_url and the certificate of the mail server.',
};

/** @param sendTo Address for a test email; without it, the check signs in and sends nothing. */
export async function checkMail(config: Config, sendTo?: string): Promise<Finding> {
  const name = 'mail';
  if (config.smtpUrl === undefined)
    return {
      name,
      state: 'ok',
      text: 'No mail server is configured: emails are written to files in the data folder',
    };
  const { hostname, port } = new URL(config.smtpUrl);
  const place = port === '' ? hostname : `${hostname}:${port}`;
  try {
    await verifyMailServer(config.smtpUrl);
    if (sendTo === undefined) return { name, state: 'ok', text: `${place} accepts the sign-in` };
    await deliverEmail(config, {
      to: sendTo,
      subject: 'Test from Heddle',
      text: 'This email was sent by heddle doctor.',
    });
    return { name, state: 'ok', text: `${place} accepted an email to ${sendTo}` };
  } catch (error) {
    const remedy = mailRemedies[errorCode(error) ?? ''] ?? 'Check smtp_url and mail_from.';
    return { name, state: 'problem', text: `${place}: ${errorMessage(error)}. ${remedy}` };
  }
}

export async function checkLdap(config: Config): Promise<Finding> {
  const name = 'ldap';
  const settings = ldapOfConfig(config);
  if (!settings) return { name, state: 'ok', text: 'No LDAP directory is configured' };
  const steps = await testLdap(textsIn.en, settings);
  const worst = (['problem', 'warning'] as const).find((state) => steps.some((step) => step.state === state));
  const texts = steps.filter(({ state }) => worst !== 'problem' || state === 'problem');
  return { name, state: worst ?? 'ok', text: `${settings.url}: ${texts.map(({ text }) => text).join(' ')}` };
}

const probeText = 'Written by heddle doctor, which deletes it after the check.\n';

/** Writes, reads and deletes a small object: the permissions that uploads need. */
export async function checkStore(config: Config, bucket: string): Promise<Finding> {
  const name = 'files';
  const place = `bucket ${bucket}`;
  const folder = mkdtempSync(join(tmpdir(), 'heddle-doctor-'));
  const path = join(folder, 'probe');
  const key = `heddle-doctor/${randomBytes(12).toString('hex')}`;
  const store = new S3Store(config, bucket);
  let step = 'put';
  try {
    writeFileSync(path, probeText);
    const md5 = createHash('md5').update(probeText).digest('base64');
    await store.put(key, { path, size: Buffer.byteLength(probeText), md5 }, 'text/plain');
    step = 'get';
    const read = await buffer(await store.read(key, { first: 0, last: Buffer.byteLength(probeText) - 1 }));
    if (read.toString() !== probeText) throw new Error('The object store returned different content.');
    step = 'delete';
    await store.remove(key);
    return { name, state: 'ok', text: `${place}: wrote, read and deleted a test object` };
  } catch (error) {
    if (step === 'get') await store.remove(key).catch(() => undefined);
    return { name, state: 'problem', text: `${place}: cannot ${step} an object. ${storeRemedy(error)}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function storeRemedy(error: unknown): string {
  const cause = wrappedError(error);
  const status = fieldsIn(fieldsIn(cause).$metadata).httpStatusCode;
  if (error instanceof FileGoneError) return 'Not found: check s3_bucket, s3_endpoint and s3_path_style.';
  if (status === 401 || status === 403)
    return `Access denied (${errorMessage(cause)}): check s3_access_key_id, s3_secret_access_key, s3_region and the permissions of the key (PutObject, GetObject, DeleteObject).`;
  return `${errorMessage(cause)}: check s3_endpoint and s3_region, and that this machine can reach the object store.`;
}

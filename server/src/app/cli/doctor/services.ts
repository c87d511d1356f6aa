/** Checks services beyond this machine: LDAP and the file store. */
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
import type { Finding } from './checks.ts';
import { errorMessage, wrappedError } from '../../../lib/thrown.ts';
import { fieldsIn } from '../../../lib/objects.ts';

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

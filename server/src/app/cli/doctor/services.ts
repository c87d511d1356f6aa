/** Checks services beyond this machine: LDAP and the file store. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../../../lib/config/config.ts';
import { S3Store } from '../../../lib/files/s3.ts';
import { FileGoneError } from '../../../lib/files/store.ts';
import { testLdap, type Step, testOidc, testSaml } from '../../../features/sign-in-providers/index.ts';
import { textsIn } from '../../../lib/i18n/i18n.ts';
import { ldapOfConfig } from '../../../lib/ldap/settings.ts';
import type { Finding } from './checks.ts';
import { errorMessage, wrappedError } from '../../../lib/thrown.ts';
import { fieldsIn, textIn } from '../../../lib/objects.ts';
import { NoResponseError, within } from '../../../lib/within.ts';
import { listUnseen, withMailbox } from '../../../lib/mail/mailbox-client.ts';
import { certificateAdvice, startTlsAdvice } from './mail-server.ts';
import { PushRelay, relayAccount } from '../../../lib/mobile-push/relay.ts';
import { metadataPath, returnPath } from '../../../features/external-sign-in/index.ts';
import { ownUrl } from '../../../http/urls.ts';
import type { SignInProvider } from '../../../lib/config/oidc-config.ts';
import type { RemoteUserSettings } from '../../../lib/config/vouched-config.ts';
import { askRunningServer } from '../socket/socket-client.ts';

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

// Bounds how long the doctor waits for a service that accepts connections and does not respond.

const deadlineMs = 10_000;

/**
 * Ends the process although a check still waits, such as for a mount that does not respond, or has given up and left a connection
 * behind, as the client of NATS does (nats-server 2.9.10, frozen). The exit code is set by then.
 */
export function endSoon(): void {
  setTimeout(() => process.exit(), 500).unref();
}

export async function findWithin(
  name: string,
  work: Promise<Finding>,
  timeoutMs = deadlineMs,
): Promise<Finding> {
  try {
    return await within(work, timeoutMs);
  } catch (error) {
    // A check reports failures as findings: this is the deadline, or a defect.
    if (!(error instanceof NoResponseError)) throw error;
    const seconds = String(Math.round(timeoutMs / 1000));
    return {
      name,
      state: 'problem',
      text: `No response within ${seconds} seconds. It may be frozen, or unreachable.`,
    };
  }
}

// Checks the mailbox from which emails are fetched, as the server does: sign-in, folder and search.

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

// Checks whether the push relay is reachable and knows this server.

export async function checkPushRelay(
  config: Pick<Config, 'pushRelayUrl' | 'pushRelayId' | 'pushRelayKey'>,
): Promise<Finding> {
  const name = 'push relay';
  const account = relayAccount(config);
  if (!account)
    return {
      name,
      state: 'ok',
      text: 'No push relay is configured: push notifications reach browsers and UnifiedPush apps only',
    };
  const error = await new PushRelay(account).check();
  if (error === undefined) return { name, state: 'ok', text: `${account.url} knows this server` };
  const remedy = error.includes('status 401')
    ? 'Check push_relay_id and push_relay_key, or register again with heddle push enroll.'
    : 'Check push_relay_url, and that this machine can reach the relay.';
  return { name, state: 'problem', text: `${account.url}: ${error} ${remedy}` };
}

// Checks whether the sign-in providers are reachable, and shows what has to be registered with them.

/** One finding per provider: those in the configuration, and those of organizations if the server is running. */
export async function checkProviders(config: Config, isRunning: boolean): Promise<Finding[]> {
  const configured = await Promise.all(config.oidc.map((provider) => checkProvider(config, provider)));
  if (!isRunning) return configured;
  const response = await askRunningServer(config.data, 'sign-in-test', {});
  const { providers = [] } = response ?? {};
  return [...configured, ...providers.map(({ name, steps }) => toFinding(`sign-in: ${name}`, steps))];
}

/** Only the operator knows whether the proxy removes this header from browsers' requests. */
const describeProxy = ({ trustedProxies }: Config, { header }: RemoteUserSettings): Finding => ({
  name: 'sign-in: remote_user',
  state: 'ok',
  text: `The header ${header} signs in whom it names, if ${trustedProxies ?? ''} sends it. These proxies must remove it from requests that they receive.`,
});

async function checkProvider(config: Config, provider: SignInProvider): Promise<Finding> {
  const name = `sign-in: ${provider.id}`;
  if (provider.remoteUser) return describeProxy(config, provider.remoteUser);
  const [origin = '', ...others] = getOrigins(config, provider);
  const tested = {
    provider,
    redirectUri: origin + returnPath(provider.id),
    metadataUrl: `${origin}${metadataPath}?idp=${provider.id}`,
    reachable: config.reachableNetworks,
    now: Date.now(),
  };
  const { en } = textsIn;
  const steps = provider.saml ? await testSaml(en, tested) : await testOidc(en, tested);
  if (config.baseUrl === undefined)
    steps.push({ name: 'base_url', state: 'warning', text: en('providerTest.baseUrl') });
  for (const other of others) {
    const uri = other + returnPath(provider.id);
    steps.push({ name: 'redirect', state: 'ok', text: en('providerTest.redirect', { uri }) });
  }
  return toFinding(name, steps);
}

/** If the check passed, only what is left to do is shown. */
function toFinding(name: string, steps: readonly Step[]): Finding {
  const worst = (['problem', 'warning'] as const).find((state) => steps.some((step) => step.state === state));
  const shown = steps.filter(
    (step) => step.state !== 'ok' || ['connection', 'certificate', 'redirect'].includes(step.name),
  );
  const texts = worst === 'problem' ? steps.filter(({ state }) => state === 'problem') : shown;
  return { name, state: worst ?? 'ok', text: texts.map(({ text }) => text).join(' ') };
}

function getOrigins({ baseUrl, host, port }: Config, { organizations }: SignInProvider): string[] {
  const root = new URL(baseUrl ?? ownUrl(host, port));
  return (organizations ?? ['']).map((subdomain) => {
    const url = new URL(root);
    if (subdomain !== '') url.hostname = `${subdomain}.${root.hostname}`;
    return url.origin;
  });
}

// What the running server has last met with a service, which may respond to the doctor now.

/** @param failures Of the running server, as its socket lists them */
export function withLastFailure(finding: Finding, failures: unknown): Finding {
  const all: unknown[] = Array.isArray(failures) ? failures : [];
  const failure = all.map(fieldsIn).find(({ name }) => name === finding.name);
  if (failure === undefined || typeof failure.at !== 'number') return finding;
  const reason = textIn(failure.reason) ?? '';
  const at = new Date(failure.at).toISOString();
  const text = `${finding.text}. The server failed with it last at ${at}: ${reason}`;
  // It is the server that needs the service.
  const isWorse = failure.isOk === false && finding.state === 'ok';
  return { ...finding, state: isWorse ? 'warning' : finding.state, text };
}

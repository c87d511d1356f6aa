/** Obtains and renews a certificate for each host name. Failures are retried; the server keeps running. */
import { readFileSync } from 'node:fs';
import type { SecureContext } from 'node:tls';
import type { AppContext } from '../../core/context/index.ts';
import { AcmeClient, newAccount, type AcmeAccount } from '../../lib/tls/acme.ts';
import { AcmeError } from '../../lib/tls/acme-error.ts';
import type { CertificateState, Certificates } from './certificates.ts';
import { CertificateStore, serve, type ServedCertificate } from './certificate-store.ts';
import { errorMessage } from '../../lib/thrown.ts';
import { isIP } from 'node:net';
import type { Config } from '../../lib/config/config.ts';

const minuteMs = 60_000;
/** Authorities limit failed attempts, often to five an hour for each name. */
const pausesMs = [1, 5, 15, 60].map((minutes) => minutes * minuteMs);
const longestPauseMs = 24 * 60 * minuteMs;

interface Failure {
  text: string;
  times: number;
  retryAt: number;
}

type Needs = Pick<AppContext, 'config' | 'log' | 'organizations'>;

export class AcmeCertificates implements Certificates {
  readonly #app: Needs;
  readonly #store: CertificateStore;
  readonly #served = new Map<string, ServedCertificate>();
  readonly #failures = new Map<string, Failure>();
  readonly #challenges = new Map<string, string>();
  readonly #ending = new AbortController();
  /** Time until which the authority itself refuses requests, for any name. */
  #pausedUntil = 0;
  failures = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(app: Needs) {
    this.#app = app;
    this.#store = new CertificateStore(app.config.data);
    for (const host of this.#hosts) this.#load(host);
  }

  get main(): ServedCertificate | undefined {
    return this.#served.get(this.#hosts[0] ?? '');
  }

  contextFor(host: string): SecureContext | undefined {
    return (this.#served.get(host.toLowerCase()) ?? this.main)?.context;
  }

  has(host: string): boolean {
    return this.#served.has(host);
  }

  keyAuthorization(token: string): string | undefined {
    return this.#challenges.get(token);
  }

  get states(): CertificateState[] {
    return this.#hosts.map((host) => {
      const { validUntil } = this.#served.get(host) ?? {};
      const { text, retryAt } = this.#failures.get(host) ?? {};
      return { host, validUntil, failure: text, retryAt };
    });
  }

  /** One after the other, so that no name is requested twice at a time. */
  runDue(now = Date.now()): Promise<void> {
    this.#running = this.#running.then(() => this.#runDue(now));
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  get #hosts(): string[] {
    const { config, organizations } = this.#app;
    return certifiedHosts(config, organizations.names);
  }

  #load(host: string): void {
    try {
      const found = this.#store.find(host);
      if (found) this.#served.set(host, found);
    } catch (error) {
      this.#app.log.warn({ err: error, host }, 'a stored certificate cannot be used; obtaining a new one');
    }
  }

  async #runDue(now: number): Promise<void> {
    let client: AcmeClient | undefined;
    for (const host of this.#hosts.filter((each) => this.#isDue(each, now))) {
      if (this.#isEnding() || now < this.#pausedUntil) return;
      try {
        client ??= await this.#open();
        await this.#obtain(client, host);
      } catch (error) {
        if (!this.#isEnding()) this.#fail(host, error, now);
      }
    }
  }

  #isEnding(): boolean {
    return this.#ending.signal.aborted;
  }

  /** When a third of the validity is left, usually a month of ninety days; or when the authority has changed. */
  #isDue(host: string, now: number): boolean {
    if (now < (this.#failures.get(host)?.retryAt ?? 0)) return false;
    const served = this.#served.get(host);
    if (!served || served.directory !== this.#app.config.acmeDirectory) return true;
    return now > served.validUntil - (served.validUntil - served.validFrom) / 3;
  }

  async #open(): Promise<AcmeClient> {
    const { acmeDirectory: directory, acmeEmail: email = '', acmeCaFile } = this.#app.config;
    const ca = acmeCaFile === undefined ? undefined : readFileSync(acmeCaFile, 'utf8');
    const keep = (registered: AcmeAccount) =>
      this.#stored('the account at the certificate authority could not be stored', () =>
        this.#store.keepAccount(directory, registered),
      );
    return AcmeClient.open({ directory, email, ca }, this.#getAccount(directory), keep, this.#ending.signal);
  }

  #getAccount(directory: string): AcmeAccount {
    const found = this.#stored(
      'the account at the certificate authority cannot be read; making a new one',
      () => this.#store.findAccount(directory),
    );
    return found ?? newAccount();
  }

  /** If the file system fails, for example with a full disk, clients are still served. */
  #stored<T>(failed: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.#app.log.error({ err: error }, failed);
      return undefined;
    }
  }

  async #obtain(client: AcmeClient, host: string): Promise<void> {
    const issued = await client.obtain(host, (token, text) => {
      this.#challenges.set(token, text);
      return () => this.#challenges.delete(token);
    });
    const directory = this.#app.config.acmeDirectory;
    const served = serve(issued.chain, issued.key, directory);
    this.#served.set(host, served);
    this.#failures.delete(host);
    this.#stored('a certificate could not be stored; the next start obtains another', () =>
      this.#store.keep(host, issued, directory),
    );
    const until = new Date(served.validUntil).toISOString();
    this.#app.log.info({ host, validUntil: until }, 'obtained a certificate');
  }

  #fail(host: string, error: unknown, now: number): void {
    const times = (this.#failures.get(host)?.times ?? 0) + 1;
    const isAcme = error instanceof AcmeError;
    const pause = pausesMs[Math.min(times, pausesMs.length) - 1] ?? 0;
    const retryAt = now + Math.min(Math.max(pause, isAcme ? error.retryAfterMs : 0), longestPauseMs);
    const text = errorMessage(error);
    this.#failures.set(host, { text, times, retryAt });
    if (!isAcme || !error.isAboutName) this.#pausedUntil = retryAt;
    this.failures++;
    this.#app.log.error(
      { host, error: text, retryAt: new Date(retryAt).toISOString() },
      'obtaining a certificate failed',
    );
  }
}

// The host names of the server, which need certificates.

interface WithSubdomain {
  subdomain: string;
}

/** Authorities certify DNS names with at least two labels. */
const canBeCertified = (name: string): boolean => name.includes('.') && isIP(name) === 0;

/** The host of `base_url` comes first. */
export function certifiedHosts(
  { baseUrl = '', additionalHosts = '' }: Pick<Config, 'baseUrl' | 'additionalHosts'>,
  organizations: readonly WithSubdomain[],
): string[] {
  const { hostname } = new URL(baseUrl);
  const further = additionalHosts.split(',').map((name) => name.trim().toLowerCase().replace(/\.$/, ''));
  // A single organization is at the root host.
  const subdomains = organizations.length > 1 ? organizations.map(({ subdomain }) => subdomain) : [];
  const below = subdomains.filter((name) => name !== '').map((name) => `${name}.${hostname}`);
  return [...new Set([hostname, ...further, ...below])].filter(canBeCertified);
}

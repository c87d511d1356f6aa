/** A certificate that is renewed externally: reloads `tls_cert` and `tls_key` when they change. */
import { readFileSync } from 'node:fs';
import type { SecureContext } from 'node:tls';
import type { AppContext } from '../../core/context/index.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import { serve, type ServedCertificate } from './certificate-store.ts';
import type { CertificateState, Certificates } from './certificates.ts';
import { errorMessage } from '../../lib/thrown.ts';

type Needs = Pick<AppContext, 'config' | 'log'>;

export class FileCertificate implements Certificates {
  readonly #app: Needs;
  #served: ServedCertificate;
  #text: string;
  #failure: string | undefined;
  failures = 0;

  /** @throws StartRefused for files that cannot be read or do not match. */
  constructor(app: Needs) {
    this.#app = app;
    try {
      const [certificate, key] = this.#read();
      this.#served = serve(certificate, key);
      this.#text = certificate + key;
    } catch (error) {
      throw new StartRefused(`tls_cert and tls_key cannot be used: ${errorMessage(error)}`);
    }
  }

  get main(): ServedCertificate {
    return this.#served;
  }

  contextFor(): SecureContext {
    return this.#served.context;
  }

  has(): boolean {
    return true;
  }

  keyAuthorization(): undefined {
    return undefined;
  }

  get states(): CertificateState[] {
    const { hostname } = new URL(this.#app.config.baseUrl ?? '');
    const { validUntil } = this.#served;
    return [{ host: hostname, validUntil, failure: this.#failure, retryAt: undefined }];
  }

  /** While the new files are unusable, for example because only one has been replaced, the former certificate is served. */
  runDue(): Promise<void> {
    try {
      const [certificate, key] = this.#read();
      if (certificate + key !== this.#text) {
        this.#served = serve(certificate, key);
        this.#text = certificate + key;
        this.#app.log.info('read the changed certificate');
      }
      this.#failure = undefined;
    } catch (error) {
      const message = errorMessage(error);
      if (message !== this.#failure) {
        this.failures++;
        this.#app.log.error(
          { error: message },
          'the changed certificate cannot be used; serving the former one',
        );
      }
      this.#failure = message;
    }
    return Promise.resolve();
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }

  #read(): [certificate: string, key: string] {
    const { tlsCert = '', tlsKey = '' } = this.#app.config;
    return [readFileSync(tlsCert, 'utf8'), readFileSync(tlsKey, 'utf8')];
  }
}

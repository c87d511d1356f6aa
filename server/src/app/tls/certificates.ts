/** What the TLS listener serves, wherever it comes from. */
import type { SecureContext } from 'node:tls';
import type { ServedCertificate } from './certificate-store.ts';

export interface CertificateState {
  host: string;
  /** Milliseconds since 1970; undefined while there is no certificate. */
  validUntil: number | undefined;
  /** Why the last attempt failed. */
  failure: string | undefined;
  retryAt: number | undefined;
}

export interface Certificates {
  /** Of the host of `base_url`. */
  readonly main: ServedCertificate | undefined;
  /** @param host As the client names it. */
  contextFor(host: string): SecureContext | undefined;
  /** Whether a client that asks for this host name is shown a certificate. */
  has(host: string): boolean;
  /** The response to a challenge of the authority. */
  keyAuthorization(token: string): string | undefined;
  readonly states: readonly CertificateState[];
  /** Attempts that failed since the start. */
  readonly failures: number;
  /** Renews or reads again what is due. */
  runDue(now?: number): Promise<void>;
  stop(): Promise<void>;
}

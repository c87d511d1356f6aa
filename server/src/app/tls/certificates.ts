/** Certificates for the TLS listener, from any source. */
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
  /** Certificate for the host of `base_url`. */
  readonly main: ServedCertificate | undefined;
  /** @param host As sent by the client (SNI). */
  contextFor(host: string): SecureContext | undefined;
  /** Whether there is a certificate for this host name. */
  has(host: string): boolean;
  /** The response to an ACME challenge. */
  keyAuthorization(token: string): string | undefined;
  readonly states: readonly CertificateState[];
  /** Failed attempts since the start. */
  readonly failures: number;
  /** Renews or reloads certificates that are due. */
  runDue(now?: number): Promise<void>;
  stop(): Promise<void>;
}

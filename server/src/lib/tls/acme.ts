/** Obtains certificates by ACME (RFC 8555) with HTTP-01 challenges. */
import {
  createPrivateKey,
  generateKeyPairSync,
  X509Certificate,
  type KeyObject,
  createPublicKey,
  sign,
} from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { AcmeConnection, retryAfter } from './acme-connection.ts';
import { AcmeError } from './acme-error.ts';
import { fieldsIn, listIn } from '../objects.ts';
import {
  bitString,
  objectIdentifier,
  octetString,
  sequence,
  set,
  smallInteger,
  tagged,
  taggedText,
  yes,
} from './self-signed.ts';

export interface AcmeAccount {
  /** PKCS #8, PEM. */
  key: string;
  /** The account's URL; `undefined` until it is registered. */
  url?: string | undefined;
}

export interface AcmeSettings {
  directory: string;
  email: string;
  /** Trusted authorities (PEM) instead of Node's. */
  ca?: string | undefined;
}

export interface IssuedCertificate {
  /** PKCS #8, PEM. */
  key: string;
  /** The certificate chain, PEM. */
  chain: string;
}

/** Makes `http://<name>/.well-known/acme-challenge/<token>` respond with the text, until the returned function is called. */
export type PresentChallenge = (token: string, text: string) => () => void;

const mostPollingMs = 120_000;
const [firstPauseMs, longestPauseMs] = [500, 10_000];

const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const toPem = (key: KeyObject): string => key.export({ format: 'pem', type: 'pkcs8' });

export const newAccount = (): AcmeAccount => ({ key: toPem(newKey()) });

export class AcmeClient {
  readonly #connection: AcmeConnection;
  readonly #signal: AbortSignal;

  private constructor(connection: AcmeConnection, signal: AbortSignal) {
    this.#connection = connection;
    this.#signal = signal;
  }

  /**
   * @param settings The email address is sent to the authority, and its terms are accepted.
   * @param registered Called with a newly registered account.
   * @throws AcmeError
   */
  static async open(
    { directory, email, ca }: AcmeSettings,
    account: AcmeAccount,
    registered: (account: AcmeAccount) => void,
    signal: AbortSignal,
  ): Promise<AcmeClient> {
    const connection = await AcmeConnection.open(directory, createPrivateKey(account.key), ca, signal);
    // Returns the existing account of this key, or registers one.
    const register = { termsOfServiceAgreed: true, contact: [`mailto:${email}`] };
    const { headers } = await connection.post(connection.directory.newAccount, register);
    const { location } = headers;
    if (location === undefined) throw new AcmeError('The authority did not name the account.');
    connection.account = location;
    if (location !== account.url) registered({ ...account, url: location });
    return new AcmeClient(connection, signal);
  }

  /** @throws AcmeError */
  async obtain(host: string, present: PresentChallenge): Promise<IssuedCertificate> {
    const identifiers = [{ type: 'dns', value: host }];
    const { json, headers } = await this.#connection.postJson(this.#connection.directory.newOrder, {
      identifiers,
    });
    const orderUrl = headers.location;
    const { authorizations, finalize } = fieldsIn(json);
    if (orderUrl === undefined || typeof finalize !== 'string' || !Array.isArray(authorizations))
      throw new AcmeError('The order of the authority is incomplete.');
    for (const url of listIn(authorizations)) await this.#authorize(String(url), present);
    await this.#poll(orderUrl, ['ready', 'valid']);
    const key = newKey();
    const csr = signingRequest(host, key).toString('base64url');
    await this.#connection.post(finalize, { csr });
    const { certificate } = await this.#poll(orderUrl, ['valid']);
    const accept = 'application/pem-certificate-chain';
    const { text } = await this.#connection.post(String(certificate), undefined, accept);
    refuseOther(text, host, key);
    return { key: toPem(key), chain: text };
  }

  async #authorize(url: string, present: PresentChallenge): Promise<void> {
    const { json } = await this.#connection.postJson(url);
    if (json.status === 'valid') return;
    const { url: challengeUrl, token } = httpChallenge(json);
    const withdraw = present(token, `${token}.${this.#connection.thumbprint}`);
    try {
      await this.#connection.post(challengeUrl, {});
      await this.#poll(url, ['valid']);
    } finally {
      withdraw();
    }
  }

  /** Polls until an order or authorization has one of these states. */
  async #poll(url: string, states: readonly string[]): Promise<Record<string, unknown>> {
    const deadline = performance.now() + mostPollingMs;
    for (let pause = firstPauseMs; ; pause = Math.min(2 * pause, longestPauseMs)) {
      const { json, headers } = await this.#connection.postJson(url);
      const { status } = json;
      if (typeof status === 'string' && states.includes(status)) return json;
      if (status !== 'pending' && status !== 'processing' && status !== 'ready') throw refusal(json);
      if (performance.now() > deadline) throw new AcmeError(`The authority is not done: ${status}.`);
      await sleep(pauseBefore(headers, pause), undefined, { signal: this.#signal });
    }
  }
}

const pauseBefore = (headers: IncomingHttpHeaders, pause: number): number =>
  Math.min(Math.max(retryAfter(headers), pause), longestPauseMs);

const tokenForm = /^[A-Za-z0-9_-]{1,256}$/;

function httpChallenge({ challenges }: Record<string, unknown>): { url: string; token: string } {
  const all = listIn(challenges).map(fieldsIn);
  const { url, token } = all.find(({ type }) => type === 'http-01') ?? {};
  if (typeof url !== 'string' || typeof token !== 'string' || !tokenForm.test(token))
    throw new AcmeError('The authority offers no HTTP-01 challenge for this host name.', {
      type: 'unsupportedIdentifier',
    });
  return { url, token };
}

function refusal({ error, challenges, status }: Record<string, unknown>): AcmeError {
  const all = listIn(challenges).map(fieldsIn);
  const reason = error ?? all.find((challenge) => challenge.error !== undefined)?.error;
  return AcmeError.of(reason, `The authority refused: ${String(status)}.`);
}

/** Rejects a certificate that does not match: it would be served unchecked. */
function refuseOther(chain: string, host: string, key: KeyObject): void {
  try {
    const certificate = new X509Certificate(chain);
    if (certificate.checkPrivateKey(key) && certificate.checkHost(host) !== undefined) return;
  } catch {
    // Throws below.
  }
  throw new AcmeError('The authority sent a certificate of another key or host name.');
}

// Creates a certificate signing request (PKCS #10, RFC 2986) for a host name.

const oids = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  extensionRequest: '1.2.840.113549.1.9.14',
  subjectAlternativeName: '2.5.29.17',
} as const;

/**
 * The request has no subject: the name is only in the extension, which must then be critical.
 * @param key On the curve P-256.
 * @returns DER
 */
function signingRequest(host: string, key: KeyObject): Buffer {
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const names = octetString(sequence(taggedText(2, host)));
  const extension = sequence(objectIdentifier(oids.subjectAlternativeName), yes, names);
  const attribute = sequence(objectIdentifier(oids.extensionRequest), set(sequence(extension)));
  const information = sequence(smallInteger(0), sequence(), publicKey, tagged(0, attribute));
  const algorithm = sequence(objectIdentifier(oids.ecdsaWithSha256));
  return sequence(information, algorithm, bitString(sign('sha256', information, key)));
}

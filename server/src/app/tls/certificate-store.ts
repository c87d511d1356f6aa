/** Stores certificates and the account at the authority in `tls/` of the data folder. */
import { X509Certificate } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { AcmeAccount, IssuedCertificate } from '../../lib/tls/acme.ts';
import { errorCode } from '../../lib/thrown.ts';
import { parseStored } from '../../lib/json.ts';

export interface ServedCertificate {
  /** PEM. */
  certificate: string;
  key: string;
  context: SecureContext;
  validFrom: number;
  validUntil: number;
  /** Directory URL of the issuing authority; `undefined` for a certificate from files. */
  directory?: string | undefined;
}

/** @throws Error for an invalid certificate or key, or a key that does not match. */
export function serve(certificate: string, key: string, directory?: string): ServedCertificate {
  const { validFrom, validTo } = new X509Certificate(certificate);
  const [from, until] = [Date.parse(validFrom), Date.parse(validTo)];
  const context = createSecureContext({ cert: certificate, key });
  return { certificate, key, context, validFrom: from, validUntil: until, directory };
}

/** With the authority's URL, so that another authority does not get a key that it does not know. */
interface StoredAccount extends AcmeAccount {
  directory: string;
}

export class CertificateStore {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'tls');
  }

  /** @returns undefined if there is none. @throws Error for a damaged one. */
  find(host: string): ServedCertificate | undefined {
    const text = this.#read(`${host}.pem`);
    if (text === undefined) return undefined;
    const [, directory] = /^directory: (\S+)$/m.exec(text) ?? [];
    return serve(text, text, directory);
  }

  /** Key and chain are in one file, so that they match after a crash. */
  keep(host: string, { key, chain }: IssuedCertificate, directory: string): void {
    this.#write(`${host}.pem`, `directory: ${directory}\n${key.trim()}\n${chain}`);
  }

  findAccount(directory: string): AcmeAccount | undefined {
    const account = parseStored<StoredAccount | null>(this.#read('account.json') ?? 'null');
    return account?.directory === directory ? account : undefined;
  }

  keepAccount(directory: string, account: AcmeAccount): void {
    this.#write('account.json', `${JSON.stringify({ directory, ...account })}\n`);
  }

  #read(name: string): string | undefined {
    try {
      return readFileSync(join(this.#folder, name), 'utf8');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  #write(name: string, text: string): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, name);
    const file = openSync(`${path}.new`, 'w', 0o600);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(`${path}.new`, path);
  }
}

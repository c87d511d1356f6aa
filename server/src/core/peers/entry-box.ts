/** New entries of the log on their way to other nodes, encrypted: who may listen on the bus may not read messages. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { LogEntry } from '../log/index.ts';
import { deriveKey } from './envelope.ts';

const cipher = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;
/** Characters of events as JSON: with what is around them, these fit into one text. */
const mostCharacters = 4000;

export class EntryBox {
  readonly #key: Uint8Array;

  constructor(serverKey: Uint8Array) {
    this.#key = deriveKey(serverKey, 'entries in hints');
  }

  /** Nothing for what is too long to be sent, or nothing. */
  seal(entries: readonly LogEntry[]): string | undefined {
    if (entries.length === 0) return undefined;
    if (entries.reduce((sum, { size }) => sum + size, 0) > mostCharacters) return undefined;
    const nonce = randomBytes(nonceLength);
    const encryption = createCipheriv(cipher, this.#key, nonce);
    const text = encryption.update(JSON.stringify(entries), 'utf8');
    const end = encryption.final();
    return Buffer.concat([nonce, text, end, encryption.getAuthTag()]).toString('base64url');
  }

  /** @throws for what was not sealed with this key */
  open(box: string): LogEntry[] {
    const bytes = Buffer.from(box, 'base64url');
    const decryption = createDecipheriv(cipher, this.#key, bytes.subarray(0, nonceLength), {
      authTagLength: tagLength,
    });
    decryption.setAuthTag(bytes.subarray(-tagLength));
    const text = decryption.update(bytes.subarray(nonceLength, -tagLength));
    return JSON.parse(Buffer.concat([text, decryption.final()]).toString()) as LogEntry[];
  }
}

/** New entries of the log on their way to other nodes, encrypted: who may listen on the bus may not read messages. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { LogEntry } from '../log/index.ts';
import { deriveKey } from './envelope.ts';

const cipher = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;
/** Of entries as JSON: encrypted and in base64, these fit into one text. */
const mostBytes = 5700;
/** Between the node that has sealed a box and what is in it. */
const separator = '.';

export class EntryBox {
  readonly #node: string;
  readonly #serverKey: Uint8Array;
  #database = '';

  /** @param node Names this process. Each has a key of its own, so that random nonces are never too many for one. */
  constructor(node: string, serverKey: Uint8Array) {
    this.#node = node;
    this.#serverKey = serverKey;
  }

  /** Nodes of a copy of the database may have the same secrets and be on the same bus, but what they write is not in this log. */
  belongsTo(database: string): void {
    this.#database = database;
  }

  /** Nothing for what is too long to be sent, or nothing. */
  seal(entries: readonly LogEntry[]): string | undefined {
    if (entries.length === 0) return undefined;
    // Without writing long ones as JSON once more.
    if (entries.reduce((sum, { size }) => sum + size, 0) > mostBytes) return undefined;
    const json = JSON.stringify(entries);
    if (Buffer.byteLength(json) > mostBytes) return undefined;
    const nonce = randomBytes(nonceLength);
    const encryption = createCipheriv(cipher, this.#keyOf(this.#node), nonce);
    const text = encryption.update(json, 'utf8');
    const end = encryption.final();
    const box = Buffer.concat([nonce, text, end, encryption.getAuthTag()]).toString('base64url');
    return `${this.#node}${separator}${box}`;
  }

  /** @throws for what no node on this database has sealed */
  open(box: string): LogEntry[] {
    const [node = '', sealed = ''] = box.split(separator);
    const bytes = Buffer.from(sealed, 'base64url');
    const decryption = createDecipheriv(cipher, this.#keyOf(node), bytes.subarray(0, nonceLength), {
      authTagLength: tagLength,
    });
    decryption.setAuthTag(bytes.subarray(-tagLength));
    const text = decryption.update(bytes.subarray(nonceLength, -tagLength));
    return JSON.parse(Buffer.concat([text, decryption.final()]).toString()) as LogEntry[];
  }

  #keyOf(node: string): Uint8Array {
    return deriveKey(this.#serverKey, `entries in hints of ${node} on ${this.#database}`);
  }
}

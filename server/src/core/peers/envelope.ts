/**
 * Hints as text: encrypted, since anyone with access to the bus can read it and write to it, and short enough for every bus.
 * Only nodes that have the same secrets and the same database can read or make them.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { largestText } from '../../lib/bus/bus.ts';
import { parseStored } from '../../lib/json.ts';

export type Item = readonly [kind: string, content: unknown];

interface Letter {
  /** When it was sealed, in milliseconds since 1970 by the clock of the database. */
  at: number;
  items: Item[];
}

const cipher = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;
/** The length of a UUID, with which a text begins. */
const nameLength = 36;
const sealedBytes = Math.floor((largestText - nameLength) / 4) * 3 - nonceLength - tagLength;
/** The maximum size of an item as JSON, in bytes: more does not fit into one text with what surrounds it. */
export const mostBytes = sealedBytes - 50;
/** A text that is older may be a replay. */
const freshMs = 10_000;

export class Envelope {
  readonly #from: string;
  readonly #serverKey: Uint8Array;
  #database = '';
  /**
   * The keys by sender. Each process has its own, so that no key is used with too many random nonces. A key is kept only
   * after it has opened a text, since anyone could make up names.
   */
  readonly #keys = new Map<string, KeyObject>();
  /** Nonces of the texts that were opened, so that none is opened twice. The sets take turns, so that old nonces are deleted. */
  #opened = new Set<string>();
  #openedBefore = new Set<string>();
  #changedAt = 0;
  /** Distinguishes servers that share a bus. */
  readonly subject: string;

  /** @param from Names this process: a UUID. */
  constructor(from: string, serverKey: Uint8Array) {
    this.#from = from;
    this.#serverKey = serverKey;
    this.subject = `heddle.${deriveKey(serverKey, 'subject of hints').toString('hex').slice(0, 16)}`;
  }

  /** Sets the identity of the database: a copy may have the same secrets and bus, but hints of its nodes are not about this one. */
  belongsTo(database: string): void {
    if (database === this.#database) return;
    this.#database = database;
    this.#keys.clear();
  }

  /**
   * Seals the items in as few texts as possible. An item that is too long for any is left out.
   * @param now By the clock of the database.
   */
  seal(items: readonly Item[], now: number): string[] {
    const texts: string[] = [];
    let body: string[] = [];
    let size = 0;
    const end = () => {
      if (body.length > 0) texts.push(this.#encrypt(`{"at":${now},"items":[${body.join(',')}]}`));
      body = [];
      size = 0;
    };
    for (const item of items) {
      const text = JSON.stringify(item);
      const bytes = Buffer.byteLength(text) + 1;
      if (bytes > mostBytes) continue;
      if (size + bytes > mostBytes) end();
      body.push(text);
      size += bytes;
    }
    end();
    return texts;
  }

  /**
   * The items of another node; none of what came from here, is old or was opened before, or was sealed by no node on this database.
   * @param now By the clock of the database.
   */
  open(text: string, now: number): readonly Item[] {
    const from = text.slice(0, nameLength);
    if (from === this.#from) return [];
    const bytes = Buffer.from(text.slice(nameLength), 'base64');
    const nonce = bytes.toString('latin1', 0, nonceLength);
    if (this.#opened.has(nonce) || this.#openedBefore.has(nonce)) return [];
    const json = this.#decrypt(from, bytes);
    if (json === undefined) return [];
    const { at, items } = parseStored<Letter>(json);
    if (at < now - freshMs) return [];
    this.#noteOpened(nonce, now);
    return items;
  }

  /** Keeps a nonce for as long as its text is fresh, provided that the clocks of nodes differ by less than that. */
  #noteOpened(nonce: string, now: number): void {
    if (now > this.#changedAt + 2 * freshMs) {
      this.#openedBefore = this.#opened;
      this.#opened = new Set();
      this.#changedAt = now;
    }
    this.#opened.add(nonce);
  }

  #encrypt(json: string): string {
    const key = this.#keyFor(this.#from);
    this.#keys.set(this.#from, key);
    const nonce = randomBytes(nonceLength);
    const encryption = createCipheriv(cipher, key, nonce);
    const sealed = [nonce, encryption.update(json, 'utf8'), encryption.final(), encryption.getAuthTag()];
    return this.#from + Buffer.concat(sealed).toString('base64');
  }

  #decrypt(from: string, bytes: Buffer): string | undefined {
    if (bytes.length <= nonceLength + tagLength) return undefined;
    const key = this.#keyFor(from);
    const decryption = createDecipheriv(cipher, key, bytes.subarray(0, nonceLength), {
      authTagLength: tagLength,
    });
    decryption.setAuthTag(bytes.subarray(-tagLength));
    const json = decryption.update(bytes.subarray(nonceLength, -tagLength));
    try {
      decryption.final();
    } catch {
      return undefined;
    }
    this.#keys.set(from, key);
    return json.toString();
  }

  #keyFor(from: string): KeyObject {
    const known = this.#keys.get(from);
    if (known) return known;
    return createSecretKey(deriveKey(this.#serverKey, `hints of ${from} on ${this.#database}`));
  }
}

const deriveKey = (key: Uint8Array, purpose: string): Buffer =>
  createHmac('sha256', key).update(purpose).digest();

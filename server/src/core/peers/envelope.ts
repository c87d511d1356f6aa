/** Hints as text: signed, since anyone with access to the bus can write to it, and short enough for every bus. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { largestText } from '../../lib/bus/bus.ts';

export type Item = readonly [kind: string, content: unknown];

interface Letter {
  from: string;
  items: Item[];
}

/** Room for the signature and what is around the items. */
const mostBytes = largestText - 150;

export class Envelope {
  readonly #from: string;
  readonly #key: Uint8Array;
  /** Distinguishes servers that share a bus. */
  readonly subject: string;

  /** @param from Names this node. */
  constructor(from: string, serverKey: Uint8Array) {
    this.#from = from;
    this.#key = deriveKey(serverKey, 'hints between nodes');
    this.subject = `heddle.${deriveKey(serverKey, 'subject of hints').toString('hex').slice(0, 16)}`;
  }

  /** As few texts as they fit in. An item that is too long for any is left out. */
  seal(items: readonly Item[]): string[] {
    const texts: string[] = [];
    let body: string[] = [];
    let size = 0;
    const end = () => {
      if (body.length > 0) texts.push(this.#sign(`{"from":"${this.#from}","items":[${body.join(',')}]}`));
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

  /** The items of another node; none of what is not signed by one, or came from here. */
  open(text: string): Item[] {
    const body = text.slice(signatureLength);
    const given = Buffer.from(text.slice(0, signatureLength));
    const due = Buffer.from(this.#signature(body));
    if (given.length !== due.length || !timingSafeEqual(given, due)) return [];
    const { from, items } = JSON.parse(body) as Letter;
    return from === this.#from ? [] : items;
  }

  #sign(body: string): string {
    return this.#signature(body) + body;
  }

  #signature(body: string): string {
    return createHmac('sha256', this.#key).update(body).digest('base64url').slice(0, signatureLength);
  }
}

const signatureLength = 22;

export const deriveKey = (key: Uint8Array, purpose: string): Buffer =>
  createHmac('sha256', key).update(purpose).digest();

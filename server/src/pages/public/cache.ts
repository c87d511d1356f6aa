/** Caches rendered pages until their content changes. */
import { createHash } from 'node:crypto';
import { defineService } from '../../core/context/index.ts';
import type { ShownPlace } from '../../core/spectators/index.ts';

export interface MadePage {
  body: Buffer;
  etag: string;
  /** `publicChanges.observe` before it was rendered. */
  since: number;
  place: ShownPlace;
}

export function makePage(html: string, since: number, place: ShownPlace): MadePage {
  const body = Buffer.from(html);
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { body, etag, since, place };
}

export const pageCache = defineService(() => new PageCache());

/** Leaves room for compressed copies and ids. */
const overhead = 1.5;

export class PageCache {
  /** Maximum bytes of all pages. */
  most = 32 * 2 ** 20;
  #bytes = 0;
  /** Least recently used first. */
  readonly #pages = new Map<string, MadePage>();

  get(key: string): MadePage | undefined {
    const page = this.#pages.get(key);
    if (!page) return undefined;
    this.#pages.delete(key);
    this.#pages.set(key, page);
    return page;
  }

  set(key: string, page: MadePage): void {
    this.delete(key);
    this.#pages.set(key, page);
    this.#bytes += size(page);
    for (const [oldest] of this.#pages) {
      if (this.#bytes <= this.most) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const page = this.#pages.get(key);
    if (!page) return;
    this.#pages.delete(key);
    this.#bytes -= size(page);
  }
}

const size = ({ body, place }: MadePage): number =>
  body.length * overhead + 8 * (place.messageIds?.length ?? 0) + 500;

/** The images of an email. Thumbnails of uploads are attached, since mail clients are not signed in. */
import type { MailImage } from '../../lib/mail/email.ts';

const thumbnail = /^\/user_uploads\/(thumbnail\/.+\.webp)$/;
/** Paths that need no sign-in. */
const open = /^\/(?:external_content|user_avatars|static)\//;
const mostImages = 10;

export class MailImages {
  readonly used: MailImage[] = [];
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** @param path On this server. @returns undefined for an image that needs a sign-in and is not attached */
  getAddress(path: string): string | undefined {
    if (open.test(path)) return `${this.#origin}${path}`;
    const key = thumbnail.exec(path)?.[1];
    if (key === undefined) return undefined;
    const known = this.used.find((image) => image.key === decodeKey(key));
    if (known) return `cid:${known.cid}`;
    if (this.used.length >= mostImages) return undefined;
    const cid = `image${this.used.length + 1}`;
    this.used.push({ cid, key: decodeKey(key), contentType: 'image/webp' });
    return `cid:${cid}`;
  }
}

/** Decodes percent-encoding; malformed input is returned as it is. */
function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

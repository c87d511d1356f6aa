/** The images of an email: thumbnails of uploads come with it, since nobody is signed in where it is read. */
import type { MailImage } from '../../lib/mail/email.ts';

const thumbnail = /^\/user_uploads\/(thumbnail\/.+\.webp)$/;
/** Under these everyone has them. */
const open = /^\/(?:external_content|user_avatars|static)\//;
const mostImages = 10;

export class MailImages {
  readonly used: MailImage[] = [];
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** @param path On this server. Undefined for what only people who are signed in can load. */
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

/** As the path of a link has it. */
function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** Sends a stored file such that a browser shows or saves it, but never executes it. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FileGoneError, type ByteRange, type FileStore } from './store.ts';
import { isShownInPlace, servedType } from './types.ts';
import { isFresh } from '../net/etag.ts';

export interface ServedFile {
  key: string;
  name: string;
  size: number;
  contentType: string;
  /** Default: cacheable forever by this user. */
  cacheControl?: string;
}

/** @param options `saves`: always sends it as a download. */
export async function sendFile(
  store: FileStore,
  file: ServedFile,
  request: FastifyRequest,
  reply: FastifyReply,
  { saves = false } = {},
): Promise<FastifyReply> {
  const etag = getEtag(file);
  describe(reply, file, etag, saves);
  if (isFresh(request, etag)) return reply.code(304).send();
  const range = getRange(request, file.size, etag);
  if (range === 'impossible') return reply.code(416).header('content-range', `bytes */${file.size}`).send();
  if (range) void reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${file.size}`);
  const length = range ? range.last - range.first + 1 : file.size;
  void reply.header('content-type', servedType(file.contentType)).header('content-length', length);
  if (file.size === 0) return reply.send('');
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  return reply.send(await store.read(file.key, range ?? { first: 0, last: file.size - 1 }));
}

export { FileGoneError };

/** A key always refers to the same content. */
const getEtag = ({ key }: ServedFile): string =>
  `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`;

function describe(reply: FastifyReply, file: ServedFile, etag: string, saves: boolean): void {
  const isInline = !saves && isShownInPlace(file.contentType);
  void reply
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('cache-control', file.cacheControl ?? 'private, immutable, max-age=31536000')
    .header('content-disposition', disposition(isInline ? 'inline' : 'attachment', file.name))
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-resource-policy', 'same-site')
    .header(
      'content-security-policy',
      "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    );
}

/** The file name in ASCII, and in UTF-8 for programs that support it. */
function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.normalize('NFKD').replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${full}`;
}

/** A single range; for several, the whole file is sent. */
function getRange(
  { headers }: FastifyRequest,
  size: number,
  etag: string,
): ByteRange | undefined | 'impossible' {
  const ifRange = headers['if-range'];
  if (ifRange !== undefined && ifRange !== etag) return undefined;
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'impossible' : { first: size - length, last: size - 1 };
  }
  if (Number(first) >= size) return 'impossible';
  if (last !== '' && Number(last) < Number(first)) return undefined;
  return { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** Compresses large responses according to `Accept-Encoding`, off the main thread. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Smaller responses, which most are, are not worth compressing. */
const leastBytes = 16_384;
/** Higher qualities take more time than the transfer saves. */
const brotliQuality = 4;
const gzipLevel = 4;

type Encoding = 'br' | 'gzip';

export interface Compressed {
  body: string | Buffer;
  encoding?: Encoding;
}

/** Compressed copies of cached bytes. */
const copies = new WeakMap<Buffer, Partial<Record<Encoding, Promise<Buffer>>>>();

const compressors = {
  br: (body: string | Buffer) =>
    toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (body: string | Buffer) => toGzip(body, { level: gzipLevel }),
} satisfies Record<Encoding, (body: string | Buffer) => Promise<Buffer>>;

function compressWith(encoding: Encoding, body: string | Buffer): Promise<Buffer> {
  if (typeof body === 'string') return compressors[encoding](body);
  const known = copies.get(body) ?? {};
  copies.set(body, known);
  return (known[encoding] ??= compressors[encoding](body));
}

/** @param accepted the header `Accept-Encoding` */
export async function compress(body: string | Buffer, accepted: string | undefined): Promise<Compressed> {
  if (body.length < leastBytes) return { body };
  const names = acceptedEncodings(accepted);
  for (const encoding of ['br', 'gzip'] as const)
    if (names.has(encoding)) return { body: await compressWith(encoding, body), encoding };
  return { body };
}

/** The encodings in the header `Accept-Encoding` without those with `q=0`. */
export function acceptedEncodings(accepted = ''): ReadonlySet<string> {
  const parts = accepted.split(',').map((part) =>
    part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  return new Set(
    parts.filter(([, weight]) => !/^q=0(?:\.0*)?$/.test(weight ?? '')).map(([name = '']) => name),
  );
}

/** Large answers go out smaller to whoever can unpack them; off the main thread. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Below this it costs more than it saves: most answers of an API are small. */
const leastBytes = 16_384;
/** From here on the time on the way counts more than that of packing. */
const brotliQuality = 4;
const gzipLevel = 4;

export interface Packed {
  body: string | Buffer;
  encoding?: 'br' | 'gzip';
}

/** @param accepted the header `Accept-Encoding` */
export async function pack(body: string | Buffer, accepted: string | undefined): Promise<Packed> {
  if (body.length < leastBytes) return { body };
  const names = namesIn(accepted ?? '');
  if (names.has('br')) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
    return { body: await toBrotli(body, { params }), encoding: 'br' };
  }
  if (names.has('gzip')) return { body: await toGzip(body, { level: gzipLevel }), encoding: 'gzip' };
  return { body };
}

/** Those that are not refused by a weight of nothing. */
function namesIn(accepted: string): ReadonlySet<string> {
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

/** Encodes square two-colour images as PNG with one bit per pixel. */
import { crc32, deflateSync } from 'node:zlib';

export type Colour = readonly [red: number, green: number, blue: number];

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const palette = 3;

/** @param pixel Which of the two colours a pixel has. */
export function encodePng(
  size: number,
  [first, second]: readonly [Colour, Colour],
  pixel: (x: number, y: number) => 0 | 1,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([1, palette, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...first, ...second])),
    chunk('IDAT', deflateSync(scanlines(size, pixel))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Each line begins with its filter type: none. */
function scanlines(size: number, pixel: (x: number, y: number) => 0 | 1): Buffer {
  const width = 1 + Math.ceil(size / 8);
  const lines = Buffer.alloc(width * size);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      if (pixel(x, y) === 1) {
        const at = y * width + 1 + (x >> 3);
        lines[at] = (lines[at] ?? 0) | (0x80 >> (x & 7));
      }
  return lines;
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Reads the type and size of an image from its header, to reject it before it is decoded. */
import { open } from 'node:fs/promises';

export interface ImageHeader {
  /** A MIME type such as `image/png`. */
  contentType: string;
  /** Pixels as displayed, after rotation. */
  width: number;
  height: number;
  /** Greater than 1 for an animation that can be shown as one. */
  frames: number;
}

/** Limit of one frame; larger images are decompression bombs, or useless as a preview. */
const mostPixels = 90_000_000;
const mostFrames = 1000;
/** Limit of all frames together. */
const mostAnimatedPixels = 256_000_000;

/** Headers are at the start; the frames of an animation are spread over the whole file. */
const headBytes = 1024 * 1024;
const mostAnimationBytes = 32 * 1024 * 1024;

/** `undefined` for unknown formats, and for images that are too large to decode. */
export async function bearableImage(path: string): Promise<ImageHeader | undefined> {
  const header = readHeader(await start(path, headBytes + 1));
  if (!header || header.width < 1 || header.height < 1) return undefined;
  if (header.width * header.height > mostPixels) return undefined;
  const frames = header.countsFrames ? await getFrames(path) : 1;
  if (frames === undefined || frames > mostFrames) return undefined;
  if (frames > 1 && header.width * header.height * frames > mostAnimatedPixels) return undefined;
  const { contentType, width, height } = header;
  return { contentType, width, height, frames };
}

async function start(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function getFrames(path: string): Promise<number | undefined> {
  const bytes = await start(path, mostAnimationBytes + 1);
  if (bytes.length > mostAnimationBytes) return undefined;
  return bytes.toString('latin1', 0, 3) === 'GIF' ? gifFrames(bytes) : webpFrames(bytes);
}

type HeaderFields = Omit<ImageHeader, 'frames'> & { countsFrames?: boolean };

/** Truncated headers are invalid. */
function readHeader(bytes: Buffer): HeaderFields | undefined {
  try {
    return png(bytes) ?? gif(bytes) ?? jpeg(bytes) ?? webp(bytes) ?? avif(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const text = (bytes: Buffer, from: number, length: number): string =>
  bytes.toString('latin1', from, from + length);

function png(bytes: Buffer): HeaderFields | undefined {
  if (text(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n' || text(bytes, 12, 4) !== 'IHDR') return undefined;
  return { contentType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gif(bytes: Buffer): HeaderFields | undefined {
  if (!/^GIF8[79]a$/.test(text(bytes, 0, 6))) return undefined;
  const [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  return { contentType: 'image/gif', width, height, countsFrames: true };
}

const tableBytes = (flags: number): number => ((flags & 0x80) !== 0 ? 3 << ((flags & 7) + 1) : 0);

/** Skips the blocks without decoding them. A truncated rest is not counted. */
function gifFrames(bytes: Buffer): number {
  let [at, frames] = [13 + tableBytes(bytes[10] ?? 0), 0];
  while (at < bytes.length && frames <= mostFrames) {
    const kind = bytes[at];
    if (kind === 0x2c) {
      frames++;
      at += 11 + tableBytes(bytes[at + 9] ?? 0);
    } else if (kind === 0x21) at += 2;
    else break;
    while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
    at++;
  }
  return Math.max(frames, 1);
}

const withoutSize = new Set([0xc4, 0xc8, 0xcc]);

function jpeg(bytes: Buffer): HeaderFields | undefined {
  if (text(bytes, 0, 3) !== '\xff\xd8\xff') return undefined;
  let isTurned = false;
  for (let at = 2; ;) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && !withoutSize.has(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      const [w, h] = isTurned ? [height, width] : [width, height];
      return { contentType: 'image/jpeg', width: w, height: h };
    }
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return undefined;
    if (marker === 0xe1) isTurned ||= exifTurns(bytes.subarray(at + 4, at + 2 + length));
    at += 2 + length;
  }
}

/** Whether the orientation (tag 0x112) swaps width and height. */
function exifTurns(exif: Buffer): boolean {
  if (text(exif, 0, 6) !== 'Exif\0\0' || exif.length < 14) return false;
  const tiff = exif.subarray(6);
  const isLittle = text(tiff, 0, 2) === 'II';
  const short = (at: number) =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const cache = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let i = 0; i < short(cache); i++) {
    const entry = cache + 2 + i * 12;
    if (short(entry) === 0x112) return short(entry + 8) >= 5;
  }
  return false;
}

function webp(bytes: Buffer): HeaderFields | undefined {
  if (text(bytes, 0, 4) !== 'RIFF' || text(bytes, 8, 4) !== 'WEBP') return undefined;
  const contentType = 'image/webp';
  switch (text(bytes, 12, 4)) {
    case 'VP8X': {
      const [width, height] = [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
      return { contentType, width, height, countsFrames: (bytes.readUInt8(20) & 2) !== 0 };
    }
    case 'VP8 ':
      return {
        contentType,
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
      };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { contentType, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    default:
      return undefined;
  }
}

function webpFrames(bytes: Buffer): number {
  let frames = 0;
  for (let at = 12; at + 8 <= bytes.length && frames <= mostFrames;) {
    if (text(bytes, at, 4) === 'ANMF') frames++;
    const size = bytes.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  return Math.max(frames, 1);
}

/** The largest size in the header, since parts of an image have their own. */
function avif(bytes: Buffer): HeaderFields | undefined {
  if (text(bytes, 4, 4) !== 'ftyp' || !/avi[fs]/.test(text(bytes, 8, 64))) return undefined;
  let [width, height] = [0, 0];
  const head = bytes.subarray(0, 65_536);
  for (let at = head.indexOf('ispe'); at >= 0; at = head.indexOf('ispe', at + 4)) {
    const [w, h] = [head.readUInt32BE(at + 8), head.readUInt32BE(at + 12)];
    if (w * h > width * height) [width, height] = [w, h];
  }
  const turn = head.indexOf('irot');
  const isTurned = turn >= 0 && (head.readUInt8(turn + 4) & 1) === 1;
  return { contentType: 'image/avif', width: isTurned ? height : width, height: isTurned ? width : height };
}

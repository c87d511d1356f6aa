/** Resizes untrusted images in a child process that can be killed: two at once, with limits. */
import { forkChild } from '../children/children.ts';
import { residentBytes } from '../children/resident-bytes.ts';

export interface Shape {
  width: number;
  height: number;
  /** `inside`: keeps proportions, never enlarges; `cover`: exact size, cropped; `contain`: exact size, with transparent edges. */
  fit: 'inside' | 'cover' | 'contain';
  format: 'webp' | 'png';
  isAnimated: boolean;
}

export interface Order {
  path: string;
  shapes: readonly Shape[];
}

export interface Picture {
  bytes: Uint8Array;
  width: number;
  height: number;
}

type Reply = 'ready' | { pictures: Picture[] } | { failure: string };

/** The image cannot be decoded within the limits: a retry would fail, too. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
}

const atOnce = 2;
const longestMs = 5000;
/** Starting takes long on a busy machine, regardless of the image. */
const longestStartMs = 60_000;
const mostBytes = 256 * 1024 * 1024;
const looksEveryMs = 25;

let running = 0;
const waiting: (() => void)[] = [];

/** One picture for each shape. @throws ImageError */
export async function drawPictures(path: string, shapes: readonly Shape[]): Promise<Picture[]> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await run({ path, shapes });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

function run(order: Order): Promise<Picture[]> {
  const child = forkChild(new URL('./worker.ts', import.meta.url), {
    heapMebibytes: 64,
    serialization: 'advanced',
  });
  const { promise, resolve, reject } = Promise.withResolvers<Picture[]>();
  const fail = (text: string) => reject(new ImageError(text));
  let clock = setTimeout(() => reject(new Error('The process for images does not start.')), longestStartMs);
  const memory = setInterval(() => {
    if (residentBytes(child) > mostBytes) fail('The image takes too much memory.');
  }, looksEveryMs);
  child.on('message', (reply: Reply) => {
    if (reply === 'ready') {
      clearTimeout(clock);
      clock = setTimeout(() => fail('The image takes too long.'), longestMs);
      child.send(order, (error) => error && reject(error));
    } else if ('pictures' in reply) resolve(reply.pictures);
    else fail(reply.failure);
  });
  child.on('error', reject);
  child.once('exit', () => fail('The process for images has ended.'));
  return promise.finally(() => {
    clearTimeout(clock);
    clearInterval(memory);
    child.kill('SIGKILL');
  });
}

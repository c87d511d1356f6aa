/** Waveforms of files, made on the device: a file is fetched as a whole for it, so only small ones have one. */
import { toPeaks } from '../../../view/sounds/peaks.ts';

export type Shape = { peaks: readonly number[]; seconds: number };

export const bars = 64;

/** Four minutes of a voice message. */
const mostBytes = 2 ** 20;
/** The lowest rate that every browser decodes to: loudness needs no more. */
const hertz = 8000;
const mostKept = 200;

const shapes = new Map<string, Promise<Shape | undefined>>();

/** Undefined for a file that is too large, or that this browser cannot decode. */
export function loadShape(url: string): Promise<Shape | undefined> {
  const known = shapes.get(url);
  if (known !== undefined) return known;
  const shape = readShape(url).catch(() => undefined);
  shapes.set(url, shape);
  const [first] = shapes.keys();
  if (shapes.size > mostKept && first !== undefined) shapes.delete(first);
  return shape;
}

async function readShape(url: string): Promise<Shape | undefined> {
  const ended = new AbortController();
  const response = await fetch(url, { signal: ended.signal });
  // Nothing is read of a response without a length.
  const length = Number(response.headers.get('content-length') ?? Number.POSITIVE_INFINITY);
  if (!response.ok || length > mostBytes) {
    ended.abort();
    return undefined;
  }
  const bytes = await response.arrayBuffer();
  const sound = await new OfflineAudioContext(1, 1, hertz).decodeAudioData(bytes);
  return { peaks: toPeaks(sound.getChannelData(0), bars), seconds: sound.duration };
}

type Connection = { saveData?: boolean };

/** Whether the person has asked the browser to load little. */
export const savesData = (): boolean =>
  (navigator as Navigator & { connection?: Connection }).connection?.saveData === true;

/** Draws an uploaded image in the shapes that are shown. The file itself, with its metadata, is not kept. */
import { getContentType } from '../../lib/files/types.ts';
import type { LocalFile } from '../../lib/files/store.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import type { ReceivedFile } from '../../http/route.ts';
import { bearableImage } from '../../lib/images/header.ts';
import { drawPictures, ImageError, type Picture, type Shape } from '../../lib/images/process.ts';
import { isDrawable } from '../uploads/index.ts';
import { encodePng } from '../../lib/images/png.ts';

/** @throws ApiError unless there is exactly one file, which can be decoded */
export async function drawReceived(
  files: readonly ReceivedFile[],
  noun: string,
  mostMib: number,
  shapes: readonly Shape[],
): Promise<{ pictures: Picture[]; isAnimated: boolean }> {
  const { file, isAnimated } = await imageIn(files, noun, mostMib);
  try {
    return { pictures: await drawPictures(file.path, shapes), isAnimated };
  } catch (error) {
    throw error instanceof ImageError ? undecodable() : error;
  }
}

async function imageIn(
  files: readonly ReceivedFile[],
  noun: string,
  mostMib: number,
): Promise<{ file: LocalFile; isAnimated: boolean }> {
  const [first] = files;
  if (!first || files.length > 1) throw apiError('uploads.exactly-one', { noun });
  const { file, name, contentType } = first;
  if (!file) throw apiError('uploads.too-large', { limit: mostMib });
  if (!isDrawable(getContentType(contentType, name))) throw apiError('uploads.not-an-image');
  const header = await bearableImage(file.path);
  if (!header) throw undecodable();
  return { file, isAnimated: header.frames > 1 };
}

const undecodable = (): ApiError => apiError('uploads.image-unreadable');

// The logo of the web client as PNG: the default icon of organizations, and the server's own emoji.

const size = 128;
const indigo = [90, 85, 214] as const;
const thread = [255, 255, 255] as const;
const threads = [36, 64, 92];

let icon: Buffer | undefined;

export function drawnIcon(): Buffer {
  return (icon ??= encodePng(size, [indigo, thread], pixel));
}

/** Three warp threads, each with the eye of a heddle, on a grid four times as fine as that of the web client's logo. */
function pixel(x: number, y: number): 0 | 1 {
  const dx = Math.min(...threads.map((at) => Math.abs(x - at)));
  const dy = Math.abs(y - 64);
  const isEye = ellipse(dx, dy, 11, 15) && !ellipse(dx, dy, 2, 6);
  const isThread = dx <= 4 && dy >= 15 && dy <= 40;
  return isEye || isThread ? 1 : 0;
}

const ellipse = (dx: number, dy: number, rx: number, ry: number): boolean =>
  (dx / rx) ** 2 + (dy / ry) ** 2 <= 1;

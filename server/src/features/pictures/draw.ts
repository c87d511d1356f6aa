/** Draws an uploaded image in the shapes that are shown. The file itself, with its metadata, is not kept. */
import { getContentType } from '../../lib/files/types.ts';
import type { LocalFile } from '../../lib/files/store.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import type { ReceivedFile } from '../../http/route.ts';
import { bearableImage } from '../../lib/images/header.ts';
import { drawPictures, ImageError, type Picture, type Shape } from '../../lib/images/process.ts';
import { isDrawable } from '../uploads/index.ts';

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

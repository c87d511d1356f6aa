/** From the file that somebody sends to pictures of the shapes that are shown. Nothing of the file itself is kept. */
import { contentTypeOf } from '../../lib/files/types.ts';
import type { LocalFile } from '../../lib/files/store.ts';
import { ApiError, badRequest } from '../../lib/errors.ts';
import type { ReceivedFile } from '../../http/route.ts';
import { bearableImage } from '../../lib/images/header.ts';
import { drawPictures, ImageError, type Picture, type Shape } from '../../lib/images/process.ts';
import { isDrawable } from '../uploads/index.ts';

/** @throws ApiError unless exactly one file came, and it can be decoded. */
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
  if (!first || files.length > 1) throw badRequest(`You must upload exactly one ${noun}.`);
  const { file, name, contentType } = first;
  if (!file) throw badRequest(`Uploaded file is larger than the allowed limit of ${mostMib} MiB`);
  if (!isDrawable(contentTypeOf(contentType, name))) throw new ApiError('BAD_IMAGE', 'Invalid image format');
  const header = await bearableImage(file.path);
  if (!header) throw undecodable();
  return { file, isAnimated: header.frames > 1 };
}

const undecodable = (): ApiError =>
  new ApiError('BAD_IMAGE', 'Could not decode image; did you upload an image file?');

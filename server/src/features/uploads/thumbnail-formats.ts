/** Formats of thumbnails, which clients receive with `/register` to build their URLs. */
import type { FileStore } from '../../lib/files/store.ts';

export interface ThumbnailFormat {
  name: string;
  max_width: number;
  max_height: number;
  format: 'webp';
  animated: boolean;
}

/** The first one is used in messages. */
export const thumbnailFormats: readonly ThumbnailFormat[] = [
  { name: '840x560-anim.webp', max_width: 840, max_height: 560, format: 'webp', animated: true },
  { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
];

/** The formats of one image. */
export const getFormats = (isAnimated: boolean): ThumbnailFormat[] =>
  thumbnailFormats.filter(({ animated }) => isAnimated || !animated);

const prefix = 'thumbnail';

/** @param path Of the image. */
export const thumbnailKey = (path: string, format: string): string => `${prefix}/${path}/${format}`;
export const thumbnailUrl = (path: string, format: string): string =>
  `/user_uploads/${thumbnailKey(path, format)}`;
export const thumbnailPrefix = `/user_uploads/${prefix}/`;

/** Types that are decoded, if the image is within the decoding limits. */
export const isDrawable = (contentType: string): boolean =>
  ['image/avif', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'].includes(contentType);

/** Called when an image is deleted. */
export async function removeThumbnails(store: FileStore, path: string): Promise<void> {
  for (const { name } of thumbnailFormats) await store.remove(thumbnailKey(path, name));
}

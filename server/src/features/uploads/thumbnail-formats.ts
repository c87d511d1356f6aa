/** The smaller images that are made of each image: clients are notified of these formats, and make addresses of them. */
import type { FileStore } from '../../lib/files/store.ts';

export interface ThumbnailFormat {
  name: string;
  max_width: number;
  max_height: number;
  format: 'webp';
  animated: boolean;
}

/** The one that messages are sent with comes first. */
export const thumbnailFormats: readonly ThumbnailFormat[] = [
  { name: '840x560-anim.webp', max_width: 840, max_height: 560, format: 'webp', animated: true },
  { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
];

/** Those that there are of an image. */
export const getFormats = (isAnimated: boolean): ThumbnailFormat[] =>
  thumbnailFormats.filter(({ animated }) => isAnimated || !animated);

const prefix = 'thumbnail';

/** @param path Of the image, as in its own address. */
export const thumbnailKey = (path: string, format: string): string => `${prefix}/${path}/${format}`;
export const thumbnailUrl = (path: string, format: string): string =>
  `/user_uploads/${thumbnailKey(path, format)}`;
export const thumbnailPrefix = `/user_uploads/${prefix}/`;

/** What is decoded at all, when its header says no more than it can be. */
export const isDrawable = (contentType: string): boolean =>
  ['image/avif', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'].includes(contentType);

/** Of an image that is gone. */
export async function removeThumbnails(store: FileStore, path: string): Promise<void> {
  for (const { name } of thumbnailFormats) await store.remove(thumbnailKey(path, name));
}

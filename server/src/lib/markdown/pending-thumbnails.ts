/** Finds images in rendered text that wait for their thumbnail, and inserts it without rendering again. */
import { escapeAttribute } from './escape.ts';
import { loadingImage } from './previews.ts';
import type { UploadedFile } from './types.ts';
import { uploadPath } from './links/url.ts';

const waits = 'image-loading-placeholder';
/** Matches what `previews.ts` writes: attributes contain neither quotation marks nor angle brackets. */
const below = /<div class="message_inline_image"><a href="([^"]+)"([^>]*)>(<img [^>]*>)<\/a><\/div>/g;
const title = / title="([^"]*)"/;
const inText = /<img alt="([^"]*)" class="inline-image image-loading-placeholder"[^>]*>/g;
const original = / data-original-src="([^"]+)"/;

/** @returns the paths, below `/user_uploads/`, of images whose thumbnails are not made yet */
export function pendingThumbnailPaths(html: string): string[] {
  if (!html.includes(waits)) return [];
  const links = [...html.matchAll(below)]
    .filter(([, , , image]) => image?.includes(waits))
    .map(([, link]) => link);
  const sources = [...html.matchAll(inText)].map(([image]) => original.exec(image)?.[1]);
  const paths = [...links, ...sources].map((link) => uploadPath(link ?? ''));
  return [...new Set(paths.filter((path) => path !== undefined))];
}

/** @param getFile `undefined` for what will never have a thumbnail: its link stays, and no image. */
export function withThumbnails(html: string, getFile: (path: string) => UploadedFile | undefined): string {
  const text = html.replace(below, '');
  const known = (link: string | undefined) => getFile(uploadPath(link ?? '') ?? '');
  return html
    .replace(below, (whole, link: string, rest: string, image: string) => {
      if (!image.includes(waits)) return whole;
      const file = known(link);
      if (file) return whole.replace(image, () => shown(image, file));
      if (text.includes(`<a href="${link}" `)) return '';
      return `<p>${anchor(link, title.exec(rest)?.[1] ?? link)}</p>`;
    })
    .replace(inText, (image, alt: string) => {
      const link = original.exec(image)?.[1] ?? '';
      const file = known(link);
      if (file) return shown(image, file);
      return anchor(link, alt === '' ? link : alt);
    });
}

function anchor(link: string, text: string): string {
  return `<a href="${link}" rel="noopener noreferrer">${text}</a>`;
}

function shown(image: string, { thumbnail }: UploadedFile): string {
  if (thumbnail === undefined) return image;
  return image
    .replace(` class="${waits}"`, '')
    .replace(` ${waits}"`, '"')
    .replace(` src="${loadingImage}"`, ` src="${escapeAttribute(thumbnail)}"`);
}

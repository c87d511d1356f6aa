/** Previews of uploaded images, videos and sounds in messages. */
import type { Db } from '../../db/db.ts';
import { pathInLink } from '../../lib/files/names.ts';
import type { PreviewSource, UploadedFile } from '../../lib/markdown/render.ts';
import type { Reader } from '../../core/messages/index.ts';
import { filesForReading } from './access.ts';
import type { AttachmentRow } from './queries.ts';
import { getFormats, thumbnailUrl } from './thumbnail-formats.ts';

/**
 * Characters of upload URLs. Dots at the end, which may end a sentence, are tried with and without: only at the beginning
 * of a run, since trying each of many dots would take quadratic time.
 */
const linked = /user_uploads\/([\p{L}\p{M}\p{N}_.%/-]+)/gu;
const mostLinked = 100;

export const mayShowFiles = (content: string): boolean => content.includes('user_uploads/');

/** The linked files that the author may read. Undefined, without a query, if the text contains no link. */
export async function previewsFor(
  db: Db,
  author: Reader,
  content: string,
): Promise<PreviewSource | undefined> {
  if (!mayShowFiles(content)) return undefined;
  const given = [...content.matchAll(linked)].slice(0, mostLinked).map(([, path = '']) => pathInLink(path));
  const paths = new Set(given.flatMap((path) => [path, path.replace(/(?<!\.)\.+$/, '')]));
  const rows = await filesForReading(db, author, [...paths]);
  const files = new Map(rows.map((row) => [row.path, row]));
  return { uploaded: (path) => shownFile(files.get(pathInLink(path))) };
}

/** Undefined for images without thumbnails, which are shown as links. */
export function shownFile(row: AttachmentRow | undefined): UploadedFile | undefined {
  if (!row) return undefined;
  const { content_type: contentType } = row;
  if (!contentType.startsWith('image/')) return { contentType };
  if (row.thumbnails === 'none') return undefined;
  const [format] = getFormats(row.is_animated === 1);
  return {
    contentType,
    width: row.width ?? undefined,
    height: row.height ?? undefined,
    animated: row.is_animated === 1,
    thumbnail: row.thumbnails === 'ready' && format ? thumbnailUrl(row.path, format.name) : undefined,
  };
}

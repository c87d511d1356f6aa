/** Lists the files that database rows reference, by their keys in the file store. */
import { thumbnailKey, getFormats } from '../../features/uploads/index.ts';
import { pictureFiles, pictureKey, type PictureKind } from '../../features/pictures/index.ts';
import type { FileHeader } from '../../lib/archive/manifest.ts';
import type { Snapshot } from '../../db/archive/snapshot.ts';

export interface NamedFile extends FileHeader {
  /** In bytes. */
  size?: number;
}

const textColumn = (name: string) => ({ name, type: 'text' as const });
const intColumn = (name: string) => ({ name, type: 'int' as const });

const attachments = {
  name: 'attachment',
  columns: [
    intColumn('id'),
    textColumn('path'),
    intColumn('size'),
    textColumn('content_type'),
    textColumn('thumbnails'),
    intColumn('is_animated'),
  ],
  key: ['id'],
};
const selected = <T>(table: T, where: string | undefined) =>
  where === undefined ? table : { ...table, where };

const pictures = { name: 'picture', columns: [textColumn('path'), textColumn('kind')], key: ['path'] };

/** @param only The condition for rows of each table; all rows by default. */
export async function* namedFiles(
  snapshot: Snapshot,
  only: { attachment?: string | undefined; picture?: string | undefined } = {},
): AsyncGenerator<NamedFile> {
  for await (const rows of snapshot.rows(selected(attachments, only.attachment)))
    for (const [, path, size, contentType, thumbnails, isAnimated] of rows) {
      yield { key: String(path), content_type: String(contentType), size: Number(size) };
      if (thumbnails !== 'ready') continue;
      for (const { name } of getFormats(isAnimated === 1))
        yield { key: thumbnailKey(String(path), name), content_type: 'image/webp' };
    }
  for await (const rows of snapshot.rows(selected(pictures, only.picture)))
    for (const [path, kind] of rows)
      // The column has no other kinds.
      for (const name of pictureFiles[kind as PictureKind])
        yield { key: pictureKey(String(path), name), content_type: 'image/png' };
}

/** GIFs in messages: whether they can be searched, and the Markdown for one. */
import type { Gif } from '../../../../wire/gifs.ts';
import type { Live } from '../../store/live.ts';

/** Name of the service; undefined if the server has none or the organization has turned GIFs off. */
export function getGifService(live: Live): string | undefined {
  const { server_gif_service: service, realm_gif_rating_policy: rating } = live.get('organization');
  return rating === 0 ? undefined : (service ?? undefined);
}

/** A Markdown link, which is rendered as an image. The title is escaped. */
export function gifLink({ title, url }: Pick<Gif, 'title' | 'url'>): string {
  const plain = title
    .replaceAll(/[^\p{L}\p{N} .,!?’'-]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `[${plain === '' ? 'GIF' : plain}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}

/**
 * Puts each image into the shorter of two columns.
 * @returns indices by column
 */
export function arrangeColumns(gifs: readonly Pick<Gif, 'width' | 'height'>[], count: number): number[][] {
  const columns: { indices: number[]; height: number }[] = Array.from({ length: count }, () => ({
    indices: [],
    height: 0,
  }));
  for (const [index, { width, height }] of gifs.entries()) {
    const column = columns.reduce((least, one) => (one.height < least.height ? one : least));
    column.indices.push(index);
    column.height += height / width;
  }
  return columns.map(({ indices }) => indices);
}

/** Links to conversations in messages, which every client and the server's Markdown understand. */
import type { Destination } from '../../store/narrow/narrow.ts';

/** Dots as escapes, since percent signs might be decoded on the way. */
export const encodeHash = (text: string): string =>
  encodeURIComponent(text)
    .replaceAll('.', '%2E')
    .replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.');

/** @param origin `https://chat.example.com` */
export function linkToMessage(
  origin: string,
  place: Destination,
  id: number,
  names: { channel: (id: number) => string; ownId: number },
): string {
  if (place.kind === 'direct') {
    const ids = [...place.userIds, names.ownId].sort((a, b) => a - b).join(',');
    return `${origin}/#narrow/dm/${ids}-dm/near/${id}`;
  }
  const slug = encodeHash(names.channel(place.channelId).replaceAll(' ', '-'));
  return `${origin}/#narrow/channel/${place.channelId}-${slug}/topic/${encodeHash(place.topic)}/near/${id}`;
}

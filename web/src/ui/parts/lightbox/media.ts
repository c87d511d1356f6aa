/** The images and videos of the loaded messages, in order, from their HTML. */
import { signal } from '@preact/signals';
import type { Client } from '../../../connection/client.ts';
import { matches, type Narrow } from '../../../store/narrow/narrow.ts';

export type Media = {
  messageId: number;
  kind: 'image' | 'video';
  /** URL of the original, not of the thumbnail. */
  url: string;
  name: string;
};

/** What the lightbox shows; undefined while it is closed. */
export const lookedAt = signal<{ messageId: number; url: string } | undefined>(undefined);

export const mediaSelector = '.message_inline_image a[href]';

/** A video of another site opens in a new tab. */
export function getMedia(link: HTMLAnchorElement, messageId: number): Media | undefined {
  if (link.closest('.youtube-video, .embed-video') !== null) return undefined;
  const video = link.querySelector('video');
  const href = link.getAttribute('href') ?? '';
  // Images of other servers are loaded through our server, in full size as well.
  const linked = link.querySelector("img[src^='/external_content/']");
  const url = (video ?? linked)?.getAttribute('src') ?? href;
  return { messageId, kind: video === null ? 'image' : 'video', url, name: getMediaName(link) };
}

/** The original file name. */
export function getMediaName(link: HTMLAnchorElement): string {
  const file = (link.getAttribute('href') ?? '').split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  try {
    return link.title || decodeURIComponent(file);
  } catch {
    return file;
  }
}

export function mediaIn({ live }: Client, narrow: Narrow): Media[] {
  const state = live.peek();
  return [...state.messages.values()]
    .filter((message) => message.content.includes('message_inline_image'))
    .filter((message) => matches(narrow, message, state) !== false)
    .sort((a, b) => a.id - b.id)
    .flatMap(({ id, content }) => {
      const template = document.createElement('template');
      template.innerHTML = content;
      const links = [...template.content.querySelectorAll<HTMLAnchorElement>(mediaSelector)];
      return links.flatMap((link) => getMedia(link, id) ?? []);
    });
}

/** Previews of linked websites: the server's background image becomes an image with a name that is loaded lazily. */
import { t } from '../../../view/text/text.ts';

const fromProxy = /url\(["']?(\/external_content\/[0-9a-f/]+)["']?\)/;

export function drawWebsites(content: DocumentFragment): void {
  for (const embed of content.querySelectorAll('.message_embed')) drawWebsite(embed);
  for (const link of content.querySelectorAll<HTMLAnchorElement>('.embed-video a, .youtube-video a'))
    nameVideo(link);
}

/** Removes them for people who have turned them off. */
export function leaveOutWebsites(content: DocumentFragment): void {
  for (const embed of content.querySelectorAll('.message_embed, .embed-video')) embed.remove();
}

function drawWebsite(embed: Element): void {
  for (const text of embed.querySelectorAll('.message_embed_title, .message_embed_description'))
    text.setAttribute('dir', 'auto');
  const link = embed.querySelector<HTMLAnchorElement>('.message_embed_image');
  const src = fromProxy.exec(link?.getAttribute('style') ?? '')?.[1];
  if (link === null) return;
  if (src === undefined) return link.remove();
  link.removeAttribute('style');
  link.append(
    lateImage(src, t('messages.websiteImage', { name: getName(embed, link) }), () => link.remove()),
  );
}

const getName = (embed: Element, link: HTMLAnchorElement): string =>
  embed.querySelector('.message_embed_title')?.textContent ?? link.hostname;

function lateImage(src: string, alt: string, onerror: () => void): HTMLImageElement {
  const image = new Image();
  Object.assign(image, { alt, loading: 'lazy', decoding: 'async', draggable: false, onerror, src });
  return image;
}

function nameVideo(link: HTMLAnchorElement): void {
  const image = link.querySelector('img');
  const name = link.title === '' ? link.hostname : link.title;
  if (image?.alt === '') image.alt = t('messages.websiteVideo', { name });
}

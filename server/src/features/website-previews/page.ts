/** The metadata of a page: Open Graph, then Twitter cards, then its title and description. */
import { readHead, type PageHead } from '../../lib/html/head.ts';
import type { WebsitePreview } from '../../lib/markdown/website-embeds.ts';
import { isCallable } from '../../lib/net/guarded-fetch.ts';
import { truncate } from '../../lib/text.ts';

export interface ReadPage {
  title: string | undefined;
  description: string | undefined;
  image: string | undefined;
  /** URL of the oEmbed description named by the page. */
  oembed: string | undefined;
}

export const longestTitle = 200;
export const longestDescription = 500;

const titles = ['og:title', 'twitter:title'];
const descriptions = ['og:description', 'twitter:description', 'description'];
const images = [
  'og:image:secure_url',
  'og:image',
  'og:image:url',
  'twitter:image',
  'twitter:image:src',
  'image',
  'thumbnail',
];

/** @param url Base URL of the page. */
export function readPage(html: string, url: string): ReadPage {
  const head = readHead(html);
  const oembed = head.links.find(({ type }) => type === 'application/json+oembed')?.href;
  const image = findMeta(head, images) ?? head.links.find(({ rel }) => rel === 'image_src')?.href;
  return {
    title: cleanText(findMeta(head, titles) ?? head.title, longestTitle),
    description: cleanText(findMeta(head, descriptions), longestDescription),
    image: absolute(image, url),
    oembed: absolute(oembed, url),
  };
}

const findMeta = ({ metas }: PageHead, names: readonly string[]): string | undefined =>
  names.map((name) => metas.get(name)).find((value) => value !== undefined);

/** Undefined for URLs that cannot be fetched, such as `javascript:` and `data:`. */
export function absolute(address: string | undefined, base: string): string | undefined {
  const url = address === undefined ? undefined : URL.parse(address.trim(), base)?.href;
  return url !== undefined && url.length <= longestAddress && isCallable(url) ? url : undefined;
}

const longestAddress = 2000;

/** Clients require an image, so a page without one has no preview. */
export function pagePreview({
  title,
  description,
  image,
}: Omit<ReadPage, 'oembed'>): WebsitePreview | undefined {
  if (image === undefined || (title === undefined && description === undefined)) return undefined;
  return { kind: 'page', title, description, image };
}

// Sanitizes text of other servers for messages.

/** Invisible characters and direction overrides, which can disguise a text. */
const misleading =
  /[\p{Cc}\p{Cs}\p{Cn}\p{Co}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** On one line, truncated to `limit`; undefined if nothing is left. */
export function cleanText(text: unknown, limit: number): string | undefined {
  if (typeof text !== 'string') return undefined;
  const line = text
    .slice(0, limit * 8)
    .toWellFormed()
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(misleading, '')
    .trim();
  return line === '' ? undefined : truncate(line, limit, '…');
}

/** oEmbed: descriptions of pages in JSON, from known endpoints or those named by the page. */
import type { WebsitePreview } from '../../lib/markdown/website-embeds.ts';
import { cleanText, absolute, longestDescription, longestTitle, pagePreview } from './page.ts';
import { isObject } from '../../lib/objects.ts';
import { parseForeignJson } from '../../lib/json-depth.ts';

export interface Provider {
  /** Shown before the title. */
  name?: string;
  /** Links that it describes. */
  links: RegExp;
  /** URL prefix; the encoded link is appended. */
  endpoint: string;
  /** Hosts of its players. Videos of other hosts are shown as images. */
  players?: readonly string[];
  /** Only the title is used; the image of the video is derived from the link. */
  isTitleOnly?: boolean;
}

export const providers: readonly Provider[] = [
  {
    name: 'YouTube',
    links: /^https?:\/\/(?:(?:www|m|music)\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be)\//i,
    endpoint: 'https://www.youtube.com/oembed?format=json&url=',
    isTitleOnly: true,
  },
  {
    name: 'Vimeo',
    links: /^https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:[\w/-]+\/)?\d+/i,
    endpoint: 'https://vimeo.com/api/oembed.json?url=',
    players: ['player.vimeo.com'],
  },
  {
    links: /^https?:\/\/(?:(?:www\.)?dailymotion\.com\/video|dai\.ly)\/\w/i,
    endpoint: 'https://www.dailymotion.com/services/oembed?format=json&url=',
    players: ['geo.dailymotion.com', 'www.dailymotion.com'],
  },
  {
    links: /^https?:\/\/(?:www\.)?loom\.com\/share\/\w/i,
    endpoint: 'https://www.loom.com/v1/oembed?url=',
    players: ['www.loom.com'],
  },
  {
    links: /^https?:\/\/(?:www\.)?ted\.com\/talks\/\w/i,
    endpoint: 'https://www.ted.com/services/v1/oembed.json?url=',
    players: ['embed.ted.com'],
  },
  {
    links: /^https?:\/\/(?:www\.)?streamable\.com\/\w/i,
    endpoint: 'https://api.streamable.com/oembed.json?url=',
    players: ['streamable.com'],
  },
  {
    links: /^https?:\/\/(?:(?:www\.)?flickr\.com\/photos|flic\.kr\/p)\/\w/i,
    endpoint: 'https://www.flickr.com/services/oembed?format=json&url=',
  },
  {
    links: /^https?:\/\/(?:www\.)?giphy\.com\/(?:gifs|clips)\/\w/i,
    endpoint: 'https://giphy.com/services/oembed?url=',
  },
  {
    links: /^https?:\/\/(?:www\.|vm\.)?tiktok\.com\/[@\w]/i,
    endpoint: 'https://www.tiktok.com/oembed?url=',
  },
  {
    links: /^https?:\/\/open\.spotify\.com\/\w/i,
    endpoint: 'https://open.spotify.com/oembed?url=',
  },
];

/** A provider named by the page, without players. */
export const unknownProvider: Provider = { links: /^/, endpoint: '' };

/** @returns the preview; undefined for an invalid response */
export function readOembed(
  json: string,
  { name, players = [], isTitleOnly = false }: Provider,
  endpoint: string,
): WebsitePreview | undefined {
  const said = parseObject(json);
  if (!said) return undefined;
  const title = cleanText(said.title, longestTitle);
  if (isTitleOnly) return title === undefined ? undefined : { kind: 'title', title: `${name} - ${title}` };
  const photo = said.type === 'photo' ? address(said.url, endpoint) : undefined;
  if (photo !== undefined) return { kind: 'photo', title, image: photo };
  const image = address(said.thumbnail_url, endpoint);
  const player = said.type === 'video' ? playerIn(said.html, players) : undefined;
  if (image !== undefined && player !== undefined) return { kind: 'video', title, image, player };
  const description = cleanText(said.description ?? said.author_name, longestDescription);
  return pagePreview({ title, description, image });
}

function parseObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = parseForeignJson(json);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const address = (value: unknown, base: string): string | undefined =>
  typeof value === 'string' ? absolute(value, base) : undefined;

/** The URL of an iframe from one of these hosts. Other HTML of the provider is ignored. */
function playerIn(html: unknown, hosts: readonly string[]): string | undefined {
  const src =
    typeof html === 'string' ? /<iframe\s[^>]{0,500}?src="([^"<>]{1,1000})"/i.exec(html)?.[1] : undefined;
  const url = src === undefined ? null : URL.parse(src.replaceAll('&amp;', '&'));
  return url?.protocol === 'https:' && hosts.includes(url.host) ? url.href : undefined;
}

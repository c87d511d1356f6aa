/** Requests to GIF services and their responses, implemented from their documentation. */
import type { Config } from '../../lib/config/config.ts';
import { textAt, valueAt } from '../../lib/json.ts';

/** 1 to 4, as `gif_rating_policy` has them. */
type Rating = 1 | 2 | 3 | 4;

export interface GifQuery {
  /** Empty for trending GIFs. */
  text: string;
  rating: Rating;
  /** A code such as `de`. */
  language: string;
  cursor: string | undefined;
}

interface Picture {
  url: string;
  width: number;
  height: number;
}

export interface FoundGif {
  title: string;
  full: string;
  preview: Picture;
  still: string | undefined;
}

interface FoundGifs {
  gifs: FoundGif[];
  next: string | undefined;
}

export interface GifService {
  name: string;
  /** Without a slash at its end. */
  base: string;
  /** The path and query. */
  request(query: GifQuery, key: string): string;
  /** @param json Unvalidated. */
  read(json: unknown): FoundGifs;
}

/** Enough to fill a screen. */
const atOnce = 24;

const giphyRatings: Readonly<Record<Rating, string>> = { 1: 'g', 2: 'pg', 3: 'pg-13', 4: 'r' };
/** The filters of Tenor, and of KLIPY, which has the same API. */
const contentFilters: Readonly<Record<Rating, string>> = { 1: 'high', 2: 'medium', 3: 'low', 4: 'off' };

const giphy: GifService = {
  name: 'GIPHY',
  base: 'https://api.giphy.com',
  request({ text, rating, language, cursor }, key) {
    const given = { api_key: key, limit: String(atOnce), rating: giphyRatings[rating] };
    const searched = text === '' ? {} : { q: text, lang: language };
    const from = cursor === undefined ? {} : { offset: cursor };
    const query = new URLSearchParams({ ...given, ...searched, ...from }).toString();
    return `/v1/gifs/${text === '' ? 'trending' : 'search'}?${query}`;
  },
  read(json) {
    const [offset, count, total] = ['offset', 'count', 'total_count'].map((name) =>
      numberAt(json, 'pagination', name),
    );
    const end = (offset ?? 0) + (count ?? 0);
    const hasMore = count !== undefined && count > 0 && total !== undefined && end < total;
    return { gifs: listAt(json, 'data').flatMap(giphyGif), next: hasMore ? String(end) : undefined };
  },
};

function giphyGif(json: unknown): FoundGif[] {
  const preview = giphyPicture(json, 'fixed_width_downsampled') ?? giphyPicture(json, 'fixed_width');
  const full = giphyPicture(json, 'downsized_medium') ?? giphyPicture(json, 'original');
  if (!preview || !full) return [];
  const still = giphyPicture(json, 'fixed_width_still')?.url;
  return [{ title: textAt(json, 'title') ?? '', full: full.url, preview, still }];
}

/** Sizes are strings. */
function giphyPicture(json: unknown, name: string): Picture | undefined {
  const url = textAt(json, 'images', name, 'url');
  const [width, height] = ['width', 'height'].map((side) => Number(textAt(json, 'images', name, side)));
  return picture(url, width, height);
}

const tenorLike = (name: string, base: string): GifService => ({
  name,
  base,
  request({ text, rating, language, cursor }, key) {
    const given = { key, client_key: 'heddle', limit: String(atOnce), contentfilter: contentFilters[rating] };
    const formats = { media_filter: 'gif,mediumgif,tinygif,gifpreview', locale: language };
    const searched = text === '' ? {} : { q: text };
    const from = cursor === undefined ? {} : { pos: cursor };
    const query = new URLSearchParams({ ...given, ...formats, ...searched, ...from }).toString();
    return `/v2/${text === '' ? 'featured' : 'search'}?${query}`;
  },
  read: (json) => ({ gifs: listAt(json, 'results').flatMap(tenorGif), next: textAt(json, 'next') }),
});

function tenorGif(json: unknown): FoundGif[] {
  const full = tenorPicture(json, 'mediumgif') ?? tenorPicture(json, 'gif');
  const preview = tenorPicture(json, 'tinygif') ?? full;
  if (!preview || !full) return [];
  const title = textAt(json, 'content_description') ?? textAt(json, 'title') ?? '';
  return [{ title, full: full.url, preview, still: tenorPicture(json, 'gifpreview')?.url }];
}

function tenorPicture(json: unknown, format: string): Picture | undefined {
  const [width, height] = listAt(json, 'media_formats', format, 'dims').map(Number);
  return picture(textAt(json, 'media_formats', format, 'url'), width, height);
}

/** Accepts HTTPS addresses without credentials, and plausible sizes. */
function picture(url: string | undefined, width = 0, height = 0): Picture | undefined {
  const parsed = URL.parse(url ?? '');
  const isWeb = parsed?.protocol === 'https:' && parsed.username === '' && parsed.password === '';
  const isSize = [width, height].every((side) => Number.isInteger(side) && side > 0 && side <= 4000);
  return isWeb && isSize ? { url: parsed.href, width, height } : undefined;
}

function numberAt(json: unknown, ...path: readonly string[]): number | undefined {
  const value = valueAt(json, ...path);
  return typeof value === 'number' ? value : undefined;
}

/** At most the requested number. */
function listAt(json: unknown, ...path: readonly string[]): unknown[] {
  const value = valueAt(json, ...path);
  return Array.isArray(value) ? value.slice(0, atOnce) : [];
}

const services = [
  ['giphyApiKey', giphy],
  ['klipyApiKey', tenorLike('KLIPY', 'https://api.klipy.com')],
  ['tenorApiKey', tenorLike('Tenor', 'https://tenor.googleapis.com')],
] as const;

interface ConfiguredGifs {
  service: GifService;
  key: string;
  setting: (typeof services)[number][0];
}

/** The service whose key is set; the first one where there are several. */
export function getGifService(
  config: Pick<Config, 'giphyApiKey' | 'klipyApiKey' | 'tenorApiKey'>,
): ConfiguredGifs | undefined {
  for (const [setting, service] of services) {
    const key = config[setting];
    if (key !== undefined) return { service, key, setting };
  }
  return undefined;
}

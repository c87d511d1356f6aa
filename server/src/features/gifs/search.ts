/** GIF search. The server queries the service with its own key, so that the service does not learn who searches. */
import { type Gif, longestGifQuery, type SearchGifsResponse } from '../../../../wire/gifs.ts';
import { type AppContext, defineService } from '../../core/context/index.ts';
import { organizationSettings, type Principal } from '../../core/organization/index.ts';
import { rateLimited } from '../../http/limits.ts';
import { apiError } from '../../lib/errors.ts';
import { FetchRefused, guardedFetch } from '../../lib/net/guarded-fetch.ts';
import { RateLimiter } from '../../lib/rate-limiter.ts';
import { truncate, withoutForbidden } from '../../lib/text.ts';
import { type MediaProxy, mediaProxy } from '../media-proxy/index.ts';
import { getGifService, type FoundGif, type GifQuery, type GifService } from './services.ts';
import { parseForeignJson } from '../../lib/json-depth.ts';

/** Clients search while the user types. */
const limits = defineService(() => ({
  user: new RateLimiter([{ seconds: 60, count: 60 }]),
  organization: new RateLimiter([{ seconds: 60, count: 300 }]),
}));

/** Overrides the address of the service, for tests. */
export const gifServiceBase = defineService((): { base: string | undefined } => ({ base: undefined }));

const timeoutMs = 5000;
const largestBytes = 1024 * 1024;
const longestTitle = 100;
const longestCursor = 200;

/** @throws ApiError where GIFs are disabled or cannot be searched */
export async function searchGifs(
  app: AppContext,
  me: Principal,
  { query, cursor }: { query: string; cursor?: string | undefined },
): Promise<SearchGifsResponse> {
  const found = getGifService(app.config);
  if (!found) throw apiError('gifs.not-configured');
  const { gif_rating_policy: rating, default_language: language } = organizationSettings(me.cache);
  if (rating === 0) throw apiError('gifs.disabled');
  checkLimits(app, me);
  const asked: GifQuery = {
    text: truncate(query.trim(), longestGifQuery, ''),
    rating,
    language: language.slice(0, 2),
    cursor: cursor?.slice(0, longestCursor),
  };
  const { gifs, next } = found.service.read(await ask(app, found, asked));
  const proxy = mediaProxy(app.secrets);
  return { gifs: gifs.flatMap((gif) => shownGif(gif, proxy)), next: next?.slice(0, longestCursor) ?? null };
}

function checkLimits(app: AppContext, { id, orgId }: Principal): void {
  const { user, organization } = limits(app);
  const now = performance.now();
  for (const verdict of [user.use(String(id), now), organization.use(String(orgId), now)])
    if (!verdict.isAllowed) throw rateLimited(verdict.retryAfter);
}

async function ask(
  app: AppContext,
  { service, key }: { service: GifService; key: string },
  query: GifQuery,
): Promise<unknown> {
  const base = gifServiceBase(app).base ?? service.base;
  try {
    const { status, text } = await guardedFetch(base + service.request(query, key), {
      method: 'GET',
      headers: { accept: 'application/json' },
      reachable: app.config.reachableNetworks,
      timeoutMs,
      largestBytes,
      mostRedirects: 0,
    });
    if (status !== 200) throw new FetchRefused(`The response has status ${status}.`);
    return parseForeignJson(text);
  } catch (error) {
    // The address contains the key; these errors do not include it.
    app.log.warn({ err: error, service: service.name }, 'a GIF search failed');
    throw apiError('gifs.unavailable');
  }
}

function shownGif({ title, full, preview, still }: FoundGif, proxy: MediaProxy): Gif[] {
  const preview_url = proxy(preview.url);
  if (preview_url === undefined) return [];
  return [
    {
      title: truncate(withoutForbidden(title.toWellFormed()).trim(), longestTitle, '…'),
      url: full,
      preview_url,
      still_url: still === undefined ? null : (proxy(still) ?? null),
      width: preview.width,
      height: preview.height,
    },
  ];
}

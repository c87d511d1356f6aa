/** Fetches the preview of a link. Addresses, redirects, time, size and content types are limited. */
import { decodePage } from '../../lib/html/decode.ts';
import type { WebsitePreview } from '../../lib/markdown/website-embeds.ts';
import { isPrivateHost } from '../../lib/net/addresses.ts';
import { FetchRefused, guardedRead, type GuardedBytes } from '../../lib/net/guarded-fetch.ts';
import { providers as knownProviders, readOembed, unknownProvider, type Provider } from './oembed.ts';
import { pagePreview, readPage, type ReadPage } from './page.ts';

export interface FetchOptions {
  /** Private networks that may be reached. */
  reachable: string | undefined;
  providers?: readonly Provider[];
}

export interface FetchResult {
  preview: WebsitePreview | undefined;
  /** A retry may succeed. */
  isPassing: boolean;
}

const requestMs = 7_000;
/** Only the beginning of a page is read, which contains its metadata. */
const pageBytes = 512 * 1024;
const oembedBytes = 64 * 1024;

export async function fetchPreview(link: string, options: FetchOptions): Promise<FetchResult> {
  const { reachable, providers = knownProviders } = options;
  const host = URL.parse(link)?.hostname;
  if (host === undefined || (reachable === undefined && isPrivateHost(host)))
    return { preview: undefined, isPassing: false };
  try {
    const provider = providers.find(({ links }) => links.test(link));
    const described = provider && (await askProvider(link, provider, options));
    if (described ?? provider?.isTitleOnly === true) return { preview: described, isPassing: false };
    return await fetchPage(link, options);
  } catch (error) {
    if (error instanceof FetchRefused) return { preview: undefined, isPassing: error.isPassing };
    throw error;
  }
}

const askProvider = (
  link: string,
  provider: Provider,
  options: FetchOptions,
): Promise<WebsitePreview | undefined> =>
  askOembed(provider.endpoint + encodeURIComponent(link), provider, options);

async function askOembed(
  endpoint: string,
  provider: Provider,
  { reachable }: FetchOptions,
): Promise<WebsitePreview | undefined> {
  const asked = get('application/json', oembedBytes, reachable);
  const response = await guardedRead(endpoint, asked, (head) =>
    /\bjson\b/i.test(head.headers['content-type'] ?? ''),
  );
  if (response.status !== 200) return undefined;
  return readOembed(response.body.toString('utf8'), provider, response.url);
}

async function fetchPage(link: string, options: FetchOptions): Promise<FetchResult> {
  const asked = get('text/html, application/xhtml+xml', pageBytes, options.reachable);
  const response = await guardedRead(link, asked, ({ headers }) => isPage(headers['content-type']));
  const isPassing = response.status >= 500 || response.status === 429;
  if (response.status !== 200) return { preview: undefined, isPassing };
  const page = readResponse(response);
  const own = pagePreview(page);
  if (own || page.oembed === undefined) return { preview: own, isPassing: false };
  const described = await askOembed(page.oembed, unknownProvider, options);
  return { preview: merged(page, described), isPassing: false };
}

const get = (accept: string, largestBytes: number, reachable: string | undefined) =>
  ({ method: 'GET', headers: { accept }, largestBytes, reachable, timeoutMs: requestMs }) as const;

const isPage = (contentType = ''): boolean =>
  /^(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(contentType);

function readResponse({ headers, body, url }: GuardedBytes): ReadPage {
  const html = decodePage(body, headers['content-type'] ?? '');
  return readPage(html, url);
}

/** The metadata of the page takes precedence over its oEmbed description, which usually adds the image. */
function merged(page: ReadPage, described: WebsitePreview | undefined): WebsitePreview | undefined {
  if (!described || described.kind === 'title') return undefined;
  return pagePreview({
    title: page.title ?? described.title,
    description: page.description ?? (described.kind === 'page' ? described.description : undefined),
    image: described.image,
  });
}

/** GIPHY, and Tenor or KLIPY, on one host of a test, as their documentation describes them. */
import type { ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { gifServiceBase } from '../../../server/src/features/gifs/search.ts';
import type { App } from '../../../server/src/app/open-app.ts';
import { localServer } from './local-server.ts';

const media = (name: string): string => `https://media.example.com/${name}.gif`;
const giphyImage = (name: string) => ({ url: media(name), width: '200', height: '120', size: '1' });
const tenorImage = (name: string) => ({ url: media(name), dims: [220, 132], size: 1 });

export interface GifService {
  asked: URL[];
  /** Instead of everything else. */
  override: ((response: ServerResponse) => void) | undefined;
}

/** Each search has two pages with one GIF. */
export async function gifService(t: TestContext, app: App): Promise<GifService> {
  const service: GifService = { asked: [], override: undefined };
  const { url } = await localServer(t, (request, response) => {
    const asked = new URL(request.url ?? '/', 'http://service');
    service.asked.push(asked);
    if (service.override) return service.override(response);
    const { searchParams: query } = asked;
    const isTenor = asked.pathname.startsWith('/v2/');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(isTenor ? tenorPage(query) : giphyPage(query)));
  });
  gifServiceBase(app).base = url;
  return service;
}

function giphyPage(query: URLSearchParams): unknown {
  const offset = Number(query.get('offset') ?? 0);
  const word = query.get('q') ?? 'trending';
  const names = ['fixed_width', 'fixed_width_still', 'downsized_medium', 'original'];
  const images = Object.fromEntries(names.map((name) => [name, giphyImage(`${word}-${offset}-${name}`)]));
  return {
    data: [{ type: 'gif', id: '1', title: `A [${word}] @**all** GIF by Weaver`, images }],
    pagination: { offset, count: 1, total_count: 2 },
    meta: { status: 200, msg: 'OK' },
  };
}

function tenorPage(query: URLSearchParams): unknown {
  const position = query.get('pos') ?? '0';
  const word = query.get('q') ?? 'featured';
  const formats = ['gif', 'mediumgif', 'tinygif', 'gifpreview'];
  const media_formats = Object.fromEntries(
    formats.map((name) => [name, tenorImage(`${word}-${position}-${name}`)]),
  );
  const results = [{ id: '1', title: '', content_description: `a ${word}`, media_formats }];
  return { results, next: position === '0' ? '1' : '' };
}

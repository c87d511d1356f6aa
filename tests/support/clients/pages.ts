/** The server's own pages as a browser asks for them, and the languages that they are in. */
import { request, type IncomingHttpHeaders } from 'node:http';
import { readCatalogue } from '../../../server/src/lib/i18n/i18n.ts';

export interface PageOptions {
  path: string;
  /** `Accept-Language`; `fetch` would always send one. */
  wish?: string;
  /** Fields of a form that is sent; a GET without. */
  form?: Readonly<Record<string, string>>;
  cookie?: string;
  host?: string;
}

export interface ShownPage {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export function askPage(url: string, { path, wish, form, cookie, host }: PageOptions): Promise<ShownPage> {
  const { hostname, port } = new URL(url);
  const headers = {
    accept: 'text/html',
    ...(wish === undefined ? {} : { 'accept-language': wish }),
    ...(cookie === undefined ? {} : { cookie }),
    ...(host === undefined ? {} : { host }),
    ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
  };
  const { promise, resolve, reject } = Promise.withResolvers<ShownPage>();
  const sent = request({ hostname, port, path, headers, method: form ? 'POST' : 'GET' }, (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => (text += chunk));
    response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
  });
  sent.on('error', reject);
  sent.end(form && new URLSearchParams(form).toString());
  return promise;
}

/** What is in the language's catalogue and in no other, found in a page. */
export const getWords = (language: 'en' | 'de', page: string): string[] =>
  onlyIn[language].filter((piece) => piece.found.test(visible(page))).map(({ text }) => text);

interface PageText {
  text: string;
  found: RegExp;
}

type Catalogue = Readonly<Record<string, string>>;

function only(own: Catalogue, other: Catalogue): PageText[] {
  const others = getPieces(other).join('\n');
  return getPieces(own)
    .filter((text) => !others.includes(text))
    .map((text) => ({
      text,
      found: new RegExp(`(?<![\\p{L}\\p{N}_-])${RegExp.escape(text)}(?![\\p{L}\\p{N}_-])`, 'u'),
    }));
}

/** The texts, cut where something is put in. */
const getPieces = (texts: Catalogue): string[] =>
  Object.entries(texts)
    // The name of the first channel is an organization's own, as the channels of the cast are.
    .filter(([key]) => key !== 'first.channel')
    .flatMap(([, text]) => text.split(/\{(?:[^{}]|\{[^{}]*\})*\}/))
    .map((piece) => piece.trim())
    .filter((piece) => /\p{L}{2}/u.test(piece));

const [en, de] = [readCatalogue('pages', 'en'), readCatalogue('pages', 'de')];
const onlyIn = { en: only(en, de), de: only(de, en) };

/** Every run of text on the page, the title too, on lines of its own. */
const visible = (page: string): string =>
  decodeReferences(page.replace(/<style>[^]*?<\/style>/g, '').replace(/<[^>]*>/g, '\n')).replace(
    /[^\S\n]+/g,
    ' ',
  );

/** A crawler without an account: it opens whatever it finds an address of, in pages, sitemaps and feeds. */
export interface Crawled {
  status: number;
  type: string;
  /** Headers and body as they came. */
  text: string;
}

const mostPages = 5000;

/** By path, everything of this site that can be reached from these paths. */
export async function crawl(site: string, starts: Iterable<string>): Promise<Map<string, Crawled>> {
  const found = new Map<string, Crawled>();
  const waiting = new Set(starts);
  for (const path of waiting) {
    if (found.size >= mostPages) throw new Error(`There is no end of pages: ${path}`);
    const page = await openPage(site, path);
    found.set(path, page);
    // A set is read to its end, with what is added meanwhile.
    for (const next of addressesIn(site, path, page)) waiting.add(next);
  }
  return found;
}

export async function openPage(site: string, path: string): Promise<Crawled> {
  const response = await fetch(site + path, { redirect: 'manual', headers: { accept: 'text/html, */*' } });
  const type = response.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await response.arrayBuffer());
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const body = bytes.toString(/text|xml|json/.test(type) ? 'utf8' : 'latin1');
  return { status: response.status, type, text: `${headers}\n\n${body}` };
}

function addressesIn(site: string, path: string, { type, text: whole }: Crawled): string[] {
  const [, location] = /^location: (.*)$/m.exec(whole.slice(0, whole.indexOf('\n\n'))) ?? [];
  // Plain text, and HTML within XML.
  const texts = /html|xml|plain/.test(type)
    ? [whole, decodeReferences(whole), decodeReferences(decodeReferences(whole))]
    : [];
  const attributes = /(?:href|src|poster|action|content|data-[a-z-]+)\s*=\s*["']([^"'\s<>]+)["']/g;
  const absolute = new RegExp(String.raw`${site.replaceAll('.', String.raw`\.`)}[^\s"'<>\\]*`, 'g');
  const addresses = texts.flatMap((text) => [
    ...[...text.matchAll(attributes)].map(([, address = '']) => address),
    ...(text.match(absolute) ?? []).map((address) => address.replace(/&(?:quot|lt|gt|#39);.*$/, '')),
  ]);
  return [...(location === undefined ? [] : [location]), ...addresses].flatMap((address) => {
    const url = URL.parse(decodeReferences(address), site + path);
    return url?.origin === new URL(site).origin ? [url.pathname + url.search] : [];
  });
}

/** The paths at which a text is found. */
export const pathsWith = (pages: ReadonlyMap<string, Crawled>, text: string): string[] =>
  [...pages].filter(([, page]) => page.text.includes(text)).map(([path]) => path);

/** Character references, as far as the server's pages and feeds have them. */
const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const decodeReferences = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? '');

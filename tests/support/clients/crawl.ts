/** A crawler without an account: it opens whatever it finds an address of, in pages, sitemaps and feeds. */
import { decodeReferences } from './references.ts';

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

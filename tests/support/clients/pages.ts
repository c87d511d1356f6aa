/** The server's own pages as a browser asks for them, and the languages that they are in. */
import { request, type IncomingHttpHeaders } from 'node:http';
import { readCatalogue } from '../../../server/src/lib/i18n/i18n.ts';
import { decodeReferences } from './references.ts';

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

/** Builds the search index of a folder of pages, in parts of about a megabyte, for searching without a server. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { partFunction } from './search-script.ts';
import { html } from '../../pages/layout/html.ts';
import { type PublicFrame, renderPublicPage } from '../../pages/public/frame.ts';

/** Numbers are indexes into the preceding lists; times are in seconds since 1970. */
export interface SearchPart {
  places: [file: string, name: string][];
  senders: string[];
  messages: [place: number, id: number, sender: number, at: number, text: string, hidden?: string][];
}

export interface IndexedMessage {
  id: number;
  sender: string;
  /** Milliseconds since 1970. */
  sentAt: number;
  text: string;
  /** Spoilers: searched, but not shown. */
  hidden: string;
}

/** In UTF-16 code units. */
const longestPart = 500_000;

export class SearchIndex {
  readonly #folder: string;
  #part: SearchPart = { places: [], senders: [], messages: [] };
  /** Index by sender name, within the part. */
  #senders = new Map<string, number>();
  #length = 0;
  parts = 0;

  /** @param folder An existing folder. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Adds the messages of one page. @param file Path relative to the search page. */
  async add(file: string, name: string, messages: Iterable<IndexedMessage>): Promise<void> {
    const { places, senders } = this.#part;
    const place = places.push([file, name]) - 1;
    this.#length += file.length + name.length;
    for (const { id, sender, sentAt, text, hidden } of messages) {
      const known = this.#senders.get(sender) ?? senders.push(sender) - 1;
      this.#senders.set(sender, known);
      const more: [string?] = hidden === '' ? [] : [hidden];
      this.#part.messages.push([place, id, known, Math.floor(sentAt / 1000), text, ...more]);
      this.#length += text.length + hidden.length + 30;
    }
    if (this.#length >= longestPart) await this.#flush();
  }

  async end(): Promise<void> {
    if (this.#length > 0) await this.#flush();
  }

  async #flush(): Promise<void> {
    const json = JSON.stringify(this.#part).replaceAll('<', String.raw`\u003c`);
    await writeFile(join(this.#folder, `part-${++this.parts}.js`), `${partFunction}(${json});\n`);
    this.#part = { places: [], senders: [], messages: [] };
    this.#senders = new Map();
    this.#length = 0;
  }
}

// Renders the page that searches the folder with a script.

/** @param parts Number of parts of the index. */
export function searchPage(frame: PublicFrame, parts: number): string {
  const { t } = frame;
  return renderPublicPage(frame, {
    title: t('public.search'),
    body: html`<h1>${t('public.search')}</h1>
      <noscript><p class="quiet">${t('public.searchNeedsScript')}</p></noscript>
      <div
        data-parts="${parts}"
        data-empty="${t('public.searchEmpty')}"
        data-none="${t('public.noMessages')}"
        data-newest="${t('public.newestResults')}"
        data-broken="${t('public.incompleteIndex')}"
      >
        <progress hidden aria-label="${t('public.search')}"></progress>
        <p class="quiet" role="status"></p>
        <ol class="results"></ol>
      </div>
      <script src="search/search.js"></script>`,
  });
}

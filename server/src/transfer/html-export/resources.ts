/** Files that pages show: fetched like a browser does, and written to the folder once. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../core/context/index.ts';
import { type Mount, buildServer } from '../../http/server.ts';
import { copyFile, writeFile } from 'node:fs/promises';
import { BuiltFiles } from '../../pages/built-files.ts';
import { builtClient } from '../../pages/routes.ts';
import { typePrefix } from '../../pages/layout/style.ts';
import { createHash } from 'node:crypto';
import { getInertEnding } from '../../lib/files/types.ts';
import { searchPath } from '../../pages/public/frame.ts';

/** Paths on this server; other addresses lead to other servers. */
const ofServer = /^\/(?:user_uploads|avatar|user_avatars|static)\//;

export class Resources {
  readonly #folder: string;
  readonly #host: string;
  readonly #server: FastifyInstance;
  /** By path; `undefined` for resources that could not be fetched. */
  readonly #names = new Map<string, string | undefined>();
  files = 0;

  /** @param mounts what serves uploads, pictures and the rest that pages show */
  constructor(app: AppContext, folder: string, origin: string, mounts: readonly Mount[]) {
    this.#folder = folder;
    this.#host = new URL(origin).host;
    this.#server = buildServer(app, [], mounts);
  }

  /** The name of the file for a path; `undefined` if the path does not exist or may not be read. */
  async get(path: string): Promise<string | undefined> {
    if (!ofServer.test(path)) return undefined;
    if (this.#names.has(path)) return this.#names.get(path);
    const name = await this.#fetch(path);
    this.#names.set(path, name);
    return name;
  }

  async #fetch(path: string): Promise<string | undefined> {
    const headers = { host: this.#host };
    const request = { method: 'GET', url: path, headers, payloadAsStream: true } as const;
    const response = await this.#server.inject(request);
    const body = response.stream();
    if (response.statusCode !== 200) {
      body.destroy();
      return undefined;
    }
    const name = resourceFile(path, response.headers['content-type'] ?? '');
    await pipeline(body, createWriteStream(join(this.#folder, name)));
    this.files++;
    return name;
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}

// Style sheets of pages, once for all of them instead of in each, with the typefaces that they name.

const inPage = /<style>([^]*?)<\/style>/;
const face = new RegExp(`@font-face\\{[^}]*url\\(${typePrefix}([a-z-]+)\\.woff2\\)[^}]*\\}`, 'g');

export class Styles {
  readonly #folder: string;
  readonly #built = new BuiltFiles(builtClient);
  /** Names of files, by the style sheet. */
  readonly #names = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @param file The page, whose style sheet becomes a link. */
  async moveOut(file: string, html: string): Promise<string> {
    const [whole, css] = inPage.exec(html) ?? [];
    if (whole === undefined || css === undefined) return html;
    let name = this.#names.get(css);
    if (name === undefined) {
      name = `files/style${this.#names.size === 0 ? '' : `-${this.#names.size + 1}`}.css`;
      this.#names.set(css, name);
      await writeFile(join(this.#folder, name), await this.#withTypefaces(css));
    }
    return html.replace(whole, () => `<link rel="stylesheet" href="${relativeLink(file, name)}" />`);
  }

  /** Faces whose file is not there, as without a build of the web client, are left to the browser. */
  async #withTypefaces(css: string): Promise<string> {
    const copied = new Set<string>();
    for (const [, name = ''] of css.matchAll(face)) {
      const file = this.#built.beginningWith(`assets/${name}-wght-normal-`);
      if (!file) continue;
      await copyFile(file.location, join(this.#folder, 'files', `${name}.woff2`));
      copied.add(name);
    }
    return css.replace(face, (whole, name: string) =>
      copied.has(name) ? whole.replace(`${typePrefix}${name}`, name) : '',
    );
  }
}

// Rewrites the addresses in a page for use in a folder.

/** Text and attribute values have their angle brackets escaped, so whatever looks like a tag is one. */
const tag = /<[a-z][^<>]*>/gi;
const address = /(\s(?:href|src|poster|action))="([^"]*)"/g;

export async function rewriteAddresses(
  html: string,
  change: (address: string) => Promise<string>,
): Promise<string> {
  const found = new Set<string>();
  for (const [text] of html.matchAll(tag))
    for (const [, , value = ''] of text.matchAll(address)) found.add(value);
  const changed = new Map<string, string>();
  for (const value of found) changed.set(value, escape(await change(unescape(value))));
  return html.replace(tag, (text) =>
    text.replace(address, (whole, name: string, value: string) => {
      const to = changed.get(value);
      return to === undefined ? whole : `${name}="${to}"`;
    }),
  );
}

const references: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const unescape = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => references[name] ?? '');

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

// Names of the pages and files in the folder.

/** Maps `/public/channel/12-general?page=2` to `channel/12-general-page-2.html`; `undefined` for anything but a page. */
export function pageFile(path: string): string | undefined {
  if (path === '/') return 'index.html';
  if (path === searchPath) return 'search.html';
  const url = new URL(path, 'http://here');
  const [, kind, segment] = /^\/public\/(channel|topic)\/([^/]+)$/.exec(decodeURI(url.pathname)) ?? [];
  // Only public addresses, which consist of nothing else.
  if (kind === undefined || !/^\d+(?:-[\p{L}\p{M}\p{N}-]+)?$/u.test(segment ?? '')) return undefined;
  const page = url.searchParams.get('page');
  return `${kind}/${segment}${page === null ? '' : `-page-${Number(page)}`}.html`;
}

/** The endings of pictures that the server makes itself: their addresses may have none. */
const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
};

/**
 * The end of the original file name, with a unique prefix. In a folder on a web server only the ending decides what becomes
 * of a file, and anyone may have uploaded it, so it keeps an ending that makes nothing run it, or gets one. There is one dot,
 * since some web servers look at every part of a name.
 * @param contentType that the server sends the file with
 */
function resourceFile(path: string, contentType: string): string {
  const { pathname } = new URL(path, 'http://here');
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 16);
  const last = pathname.split('/').at(-1) ?? '';
  const kept = getInertEnding(last);
  const stem = kept === undefined ? last : last.slice(0, -kept.length - 1);
  const name = stem.replaceAll(/[^A-Za-z0-9_-]+/g, '_').slice(-80);
  return `files/${hash}-${name}.${kept ?? endings[contentType] ?? 'bin'}`;
}

/** A relative link from one file of the folder to another. */
export function relativeLink(from: string, to: string): string {
  const up = '../'.repeat(from.split('/').length - 1);
  return up + to.split('/').map(encodeURIComponent).join('/');
}

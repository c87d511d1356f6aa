/** The files of the built web client: metadata is read once for each build, content is served from disk. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { RegisterParams } from '../../../wire/events.ts';
import { parseStored } from '../lib/json.ts';

interface StoredFile {
  location: string;
  size: number;
}

export interface BuiltFile extends StoredFile {
  /** Relative to the folder, with slashes. */
  path: string;
  type: string;
  etag: string;
  /** Compressed copies, smallest first. */
  encodings: readonly (StoredFile & { name: 'br' | 'gzip' })[];
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

export interface ClientRegistration {
  params: Partial<RegisterParams>;
  /** Messages to load on each side of the anchor. */
  pageSize: number;
}

const noFiles: ReadonlyMap<string, BuiltFile> = new Map();
const indexName = 'index.html';

export class BuiltFiles {
  readonly #folder: string;
  #builtAt = 0;
  #files = noFiles;
  #first: readonly string[] = [];
  #texts: ReadonlyMap<string, string> = new Map();
  #registration: ClientRegistration | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The page itself; undefined without a build. */
  index(): BuiltFile | undefined {
    const builtAt = statSync(join(this.#folder, indexName), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (builtAt !== this.#builtAt) {
      this.#files = builtAt === 0 ? noFiles : readFiles(this.#folder);
      this.#first = namedIn(this.#files.get(indexName));
      this.#texts = readTexts(this.#folder);
      this.#registration = readRegistration(this.#folder);
      this.#builtAt = builtAt;
    }
    return this.#files.get(indexName);
  }

  /** All files of the current build. */
  all(): BuiltFile[] {
    return this.index() === undefined ? [] : [...this.#files.values()];
  }

  /** Files that the page loads first, as URLs. */
  firstLoad(): readonly string[] {
    return this.index() === undefined ? [] : this.#first;
  }

  /** URL of the texts of a language; undefined for English, whose texts are in the page's script. */
  findTexts(language: string): string | undefined {
    return this.index() === undefined ? undefined : this.#texts.get(language);
  }

  /** The parameters of `/register` that the client of this build uses. */
  registration(): ClientRegistration | undefined {
    return this.index() === undefined ? undefined : this.#registration;
  }

  /** A file of the build other than the page. Paths are only looked up in the list of files, so none can escape the folder. */
  find(path: string): BuiltFile | undefined {
    if (path === indexName) return undefined;
    const known = this.#files.get(path);
    // Names of assets contain a hash of their content, so they are the same in every build.
    if (known && path.startsWith('assets/')) return known;
    if (this.index() === undefined) return undefined;
    return this.#files.get(path);
  }

  /** The file whose path starts like this and ends with a content hash. */
  beginningWith(start: string): BuiltFile | undefined {
    if (this.index() === undefined) return undefined;
    return this.#files.values().find(({ path }) => path.startsWith(start));
  }
}

function namedIn(index: BuiltFile | undefined): readonly string[] {
  const text = index === undefined ? '' : readFileSync(index.location, 'utf8');
  return [...text.matchAll(/ (?:src|href)="(\/assets\/[\w.-]+)"/g)].map(([, path = '']) => path);
}

/** URLs by language, from the manifest of the build. Without one the page loads them itself. */
function readTexts(folder: string): ReadonlyMap<string, string> {
  const location = join(folder, '.vite', 'manifest.json');
  if (!existsSync(location)) return new Map();
  const parts = parseStored<Record<string, { file: string }>>(readFileSync(location, 'utf8'));
  return new Map(
    Object.entries(parts).flatMap(([source, { file }]) => {
      const [, language] = /^src\/text\/main\/([a-z-]+)\.json$/.exec(source) ?? [];
      return language === undefined ? [] : [[language, `/${file}`] as const];
    }),
  );
}

function readRegistration(folder: string): ClientRegistration | undefined {
  const location = join(folder, '.vite', 'registration.json');
  return existsSync(location) ? parseStored<ClientRegistration>(readFileSync(location, 'utf8')) : undefined;
}

function readFiles(folder: string): ReadonlyMap<string, BuiltFile> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const all = new Set(names);
  const files = names.filter((name) => !name.startsWith('.') && Object.hasOwn(types, extname(name)));
  return new Map(files.map((path) => [path, readOne(folder, path, all)]));
}

function readOne(folder: string, path: string, all: ReadonlySet<string>): BuiltFile {
  const location = join(folder, path);
  const content = readFileSync(location);
  const smaller = [
    { name: 'br' as const, ending: '.br' },
    { name: 'gzip' as const, ending: '.gz' },
  ].filter(({ ending }) => all.has(path + ending));
  return {
    path,
    location,
    size: content.length,
    type: types[extname(path)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    encodings: smaller.map(({ name, ending }) => {
      const beside = location + ending;
      return { name, location: beside, size: statSync(beside).size };
    }),
  };
}

/** Writes the channels of an organization as a folder of pages that can be opened from disk. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '../../core/context/index.ts';
import { type OrganizationCache, textsOfOrganization } from '../../core/organization/index.ts';
import {
  newestTopics,
  openChannels,
  type PublicTopic,
  topicPath,
  leadingId,
  topicOfMessage,
} from '../../core/spectators/index.ts';
import type { Mount } from '../../http/server.ts';
import { CommandError } from '../../lib/command-error.ts';
import { organizationUrl } from '../../http/urls.ts';
import { pathOfChannel, publicChannel } from '../../pages/public/channel.ts';
import { hasSearch, type PublicFrame, publicFrame, searchPath } from '../../pages/public/frame.ts';
import { publicHome } from '../../pages/public/home.ts';
import { publicTopic } from '../../pages/public/topic.ts';
import { topicName } from '../../pages/public/formats.ts';
import { pageFile, relativeLink, Resources, Styles, rewriteAddresses } from './resources.ts';
import { SearchIndex, searchPage } from './search-index.ts';
import { searchScript } from './search-script.ts';
import { readNarrow } from '../../pages/links/linked-place.ts';
import { findPath } from '../../pages/links/public-page.ts';
import { pathInTopic } from '../../pages/public/find.ts';
import type { Organizations } from '../../core/events/index.ts';

export interface WrittenFolder {
  channels: number;
  topics: number;
  pages: number;
  files: number;
}

export interface FolderOptions {
  /** Also channels that are not open to the web. */
  all: boolean;
  /** What serves the files that pages show. */
  mounts: readonly Mount[];
}

/** @throws CommandError if the folder is not empty. */
export async function writeFolder(
  app: AppContext,
  committed: OrganizationCache,
  folder: string,
  options: FolderOptions,
): Promise<WrittenFolder> {
  await prepare(folder);
  const writer = new FolderWriter(app, committed, folder, options);
  try {
    await writer.write();
  } finally {
    await writer.resources.close();
  }
  return { ...writer.written, files: writer.resources.files };
}

/** Readable by its owner only, since an export may contain private data. */
async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new CommandError(`${folder} is not empty.`);
  for (const name of ['channel', 'topic', 'files', 'search']) await mkdir(join(folder, name));
}

const step = 100;

class FolderWriter {
  readonly resources: Resources;
  readonly written = { channels: 0, topics: 0, pages: 0 };
  readonly #app: AppContext;
  readonly #cache: OrganizationCache;
  readonly #frame: PublicFrame;
  readonly #folder: string;
  readonly #index: SearchIndex;
  readonly #styles: Styles;

  constructor(app: AppContext, committed: OrganizationCache, folder: string, { all, mounts }: FolderOptions) {
    const spectated = spectatedApp(app, committed, all);
    this.#app = spectated.app;
    this.#cache = spectated.cache;
    this.#folder = folder;
    this.#index = new SearchIndex(join(folder, 'search'));
    const origin = organizationUrl(app, committed.organization.subdomain);
    this.#frame = { ...publicFrame(textsOfOrganization(committed), this.#cache, origin), isOffline: true };
    this.resources = new Resources(this.#app, folder, origin, mounts);
    this.#styles = new Styles(folder);
  }

  async write(): Promise<void> {
    await this.#save('/', await publicHome(this.#app, this.#cache, this.#frame));
    for (const channel of openChannels(this.#app.config, this.#cache)) {
      this.written.channels++;
      await this.#pages(
        (page) => publicChannel(this.#app, this.#frame, channel, page),
        (page) => pathOfChannel(channel, page),
      );
      for (let offset = 0; ; offset += step) {
        const topics = await newestTopics(this.#app.db.read, channel, { limit: step, offset });
        for (const topic of topics) {
          this.written.topics++;
          await this.#pages(
            (page) => this.#topic(topic, page),
            (page) => topicPath(topic.firstMessageId, topic.name, page),
          );
        }
        if (topics.length < step) break;
      }
    }
    if (hasSearch(this.#cache)) await this.#search();
  }

  async #topic(topic: PublicTopic, page: number): Promise<string | undefined> {
    const made = await publicTopic(this.#app, this.#frame, topic, page);
    const file = pageFile(topicPath(topic.firstMessageId, topic.name, page));
    if (!made || file === undefined) return undefined;
    const { name } = topicName(this.#frame.t, topic.name);
    await this.#index.add(
      relativeLink('search.html', file),
      `#${topic.channel.name} › ${name}`,
      made.words(),
    );
    return made.html;
  }

  async #search(): Promise<void> {
    await this.#index.end();
    await writeFile(join(this.#folder, 'search', 'search.js'), searchScript);
    await this.#save(searchPath, searchPage(this.#frame, this.#index.parts));
  }

  async #pages(
    render: (page: number) => Promise<string | undefined>,
    pagePath: (page: number) => string,
  ): Promise<void> {
    for (let page = 1; ; page++) {
      const html = await render(page);
      if (html === undefined) return;
      await this.#save(pagePath(page), html);
    }
  }

  async #save(path: string, html: string): Promise<void> {
    const file = pageFile(path);
    if (file === undefined) throw new Error(`There is no file for ${path}.`);
    const linked = await rewriteAddresses(html, (address) => this.#linkFrom(file, address));
    await writeFile(join(this.#folder, file), await this.#styles.moveOut(file, linked));
    this.written.pages++;
  }

  /** A link into the folder if the target is in it, otherwise to the server. */
  async #linkFrom(file: string, address: string): Promise<string> {
    const { origin } = this.#frame;
    const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
    if (!path.startsWith('/')) return address;
    const target = await findTarget(this.#app, this.#cache, path);
    if (target) return relativeLink(file, target.file) + target.hash;
    const resource = await this.resources.get(path);
    return resource === undefined ? origin + path : relativeLink(file, resource);
  }
}

// Resolves links between pages to files of the folder.

interface Target {
  file: string;
  hash: string;
}

const message = '/public/message/';
const narrow = '/public/narrow/';

async function findTarget(
  app: AppContext,
  cache: OrganizationCache,
  path: string,
): Promise<Target | undefined> {
  if (path.startsWith(narrow)) {
    const found = await findPath(app, cache, readNarrow(path.slice(narrow.length)));
    return found === undefined ? undefined : findTarget(app, cache, found);
  }
  const id = path.startsWith(message) ? leadingId(path.slice(message.length)) : undefined;
  const topic = id === undefined ? undefined : await topicOfMessage(app, cache, id);
  const [page = '', hash] = (topic && id ? await pathInTopic(app.db.read, topic, id) : path).split('#', 2);
  const file = pageFile(page);
  return file === undefined ? undefined : { file, hash: hash === undefined ? '' : `#${hash}` };
}

// An app in which the exported channels are web-public: with it, the spectator pages render exactly these.

interface SpectatedApp {
  app: AppContext;
  cache: OrganizationCache;
}

/**
 * Changes nothing and serves no requests: its organization cache is a layer that is never merged.
 * @param all Whether private and archived channels count as web-public.
 */
function spectatedApp(app: AppContext, committed: OrganizationCache, all: boolean): SpectatedApp {
  const cache = all ? openedLayer(committed) : committed;
  const { id, subdomain } = cache.organization;
  const { names } = app.organizations;
  const organizations: Pick<Organizations, 'names' | 'byHost' | 'cache'> = {
    names,
    byHost: () => ({ id, subdomain }),
    cache: () => Promise.resolve(cache),
  };
  const config = {
    ...app.config,
    webPublicChannels: all ? 'on' : app.config.webPublicChannels,
    rateLimits: 'off',
  };
  const spectated = { ...app, config, organizations, services: new Map<symbol, unknown>() };
  // With settings of the same type, which spreading widens.
  return { app: spectated as AppContext, cache };
}

function openedLayer(committed: OrganizationCache): OrganizationCache {
  const layer = committed.layer();
  const { organization } = committed;
  const settings = {
    ...organization.settings,
    enable_spectator_access: true,
    spectator_name_format: 'full_name',
  };
  layer.organization = { ...organization, settings };
  for (const channel of committed.channels.values())
    layer.channels.set({ ...channel, isWebPublic: true, isPrivate: false, isArchived: false });
  return layer;
}

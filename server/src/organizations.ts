/** The organizations of this server: which one a host name means, and their directories in memory. */
import { isIP } from 'node:net';
import { loadDirectory, Directory } from './directory/directory.ts';
import type { Db } from './db/db.ts';
import { lastPosition, oldestNeeded } from './db/log-rows.ts';
import { ApiError } from './http/errors.ts';
import type { Hub } from './events/hub.ts';

export interface OrganizationName {
  id: number;
  subdomain: string;
}

const isAddress = (hostname: string): boolean => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;

const theServer: OrganizationName = { id: 0, subdomain: '' };

export class Organizations {
  readonly #db: Db;
  readonly #hub: Hub;
  readonly #rootHost: string | undefined;
  readonly #directories = new Map<number, Promise<Directory>>();
  #names: OrganizationName[] = [];

  /** @param baseUrl Where the outside world reaches the root organization; subdomains stand before its host. */
  constructor(db: Db, hub: Hub, baseUrl: string | undefined) {
    this.#db = db;
    this.#hub = hub;
    this.#rootHost = baseUrl === undefined ? undefined : new URL(baseUrl).hostname;
  }

  get names(): readonly OrganizationName[] {
    return this.#names;
  }

  /** Reads the list again: at start, and when an organization was made. */
  async refresh(): Promise<void> {
    this.#names = await this.#db.q
      .selectFrom('organization')
      .select(['id', 'subdomain'])
      .orderBy('id')
      .execute();
  }

  /**
   * As long as there is only one organization, every host name reaches it. The root host may be no organization's: then it
   * is the server itself (organization 0), in which nobody can sign in.
   */
  byHost(hostname: string): OrganizationName {
    const [only, second] = this.#names;
    if (!only) return theServer;
    if (!second) return only;
    const subdomain = this.#subdomainOf(hostname.toLowerCase());
    const found =
      this.#names.find((name) => name.subdomain === subdomain) ??
      this.#names.find((name) => name.subdomain === '');
    if (!found && subdomain === '') return theServer;
    if (!found || (found.subdomain === '' && subdomain !== '' && this.#rootHost !== undefined))
      throw new ApiError('NONEXISTENT_SUBDOMAIN', 'Invalid subdomain');
    return found;
  }

  #subdomainOf(hostname: string): string {
    if (this.#rootHost === undefined)
      return hostname.includes('.') && !isAddress(hostname) ? (hostname.split('.')[0] ?? '') : '';
    if (hostname === this.#rootHost) return '';
    const suffix = `.${this.#rootHost}`;
    return hostname.endsWith(suffix) ? hostname.slice(0, -suffix.length) : hostname;
  }

  /** The directory of an organization, loaded at first use. Organization 0 is the server itself, with nobody in it. */
  directory(orgId: number): Promise<Directory> {
    const known = this.#directories.get(orgId);
    if (known) return known;
    const loading = this.#load(orgId);
    this.#directories.set(orgId, loading);
    loading.catch(() => this.#directories.delete(orgId));
    return loading;
  }

  /** Those that are in memory, or on the way there. */
  loaded(): Promise<Directory[]> {
    return Promise.all(this.#directories.values());
  }

  async #load(orgId: number): Promise<Directory> {
    if (orgId === 0) return new Directory(0);
    const directory = await loadDirectory(this.#db, orgId, await oldestNeeded(this.#db, orgId));
    if (!directory) throw new ApiError('NONEXISTENT_SUBDOMAIN', 'Invalid subdomain');
    this.#hub.startAt(orgId, await lastPosition(this.#db, orgId));
    return directory;
  }
}

/** The organizations of this server: which one a host name means, and their directories in memory. */
import { lastPosition, oldestNeeded } from '../log/index.ts';
import { OrganizationCache, loadCache } from '../organization/index.ts';
import type { Db } from '../../db/db.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import type { Hub } from './hub.ts';
import type { Hosts } from '../../lib/config/hosts.ts';

export interface OrganizationName {
  id: number;
  subdomain: string;
}

/** The name is not repeated: whoever made the request may have put anything there. */
const unknownHost = (): ApiError => apiError('requests.host-unknown');

const theServer: OrganizationName = { id: 0, subdomain: '' };

export class Organizations {
  readonly #db: Db;
  readonly #hub: Hub;
  readonly #hosts: Hosts;
  readonly #caches = new Map<number, Promise<OrganizationCache>>();
  #names: OrganizationName[] = [];

  constructor(db: Db, hub: Hub, hosts: Hosts) {
    this.#db = db;
    this.#hub = hub;
    this.#hosts = hosts;
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
   * An organization that is alone is also reached at the root host, whatever its subdomain. Among several, the root host may
   * be no organization's: then it is the server itself (organization 0), in which nobody can sign in.
   * @param hostname In lower case, without port.
   * @throws ApiError 404 for a host that is not this server's, or no organization's.
   */
  byHost(hostname: string): OrganizationName {
    const subdomain = this.#hosts.getSubdomain(hostname);
    if (subdomain === undefined) throw unknownHost();
    const [only, second] = this.#names;
    if (!only) return theServer;
    if (subdomain === '' && !second) return only;
    const found = this.#names.find((name) => name.subdomain === subdomain);
    if (!found && subdomain !== '') throw apiError('requests.no-such-subdomain');
    return found ?? theServer;
  }

  /** The directory of an organization, loaded at first use. Organization 0 is the server itself, with nobody in it. */
  cache(orgId: number): Promise<OrganizationCache> {
    const known = this.#caches.get(orgId);
    if (known) return known;
    const loading = this.#load(orgId);
    this.#caches.set(orgId, loading);
    loading.catch(() => this.#caches.delete(orgId));
    return loading;
  }

  /** Those that are in memory, or on the way there. */
  loaded(): Promise<OrganizationCache[]> {
    return Promise.all(this.#caches.values());
  }

  async #load(orgId: number): Promise<OrganizationCache> {
    if (orgId === 0) return new OrganizationCache(0);
    const cache = await loadCache(this.#db, orgId, await oldestNeeded(this.#db, orgId));
    if (!cache) throw apiError('requests.no-such-subdomain');
    this.#hub.startAt(orgId, await lastPosition(this.#db, orgId));
    return cache;
  }
}

/** The organizations of this server: resolves host names, and loads their caches. */
import { EventIds, lastPosition, oldestNeeded, readShifts } from '../log/index.ts';
import { OrganizationCache, loadCache } from '../organization/index.ts';
import type { Db } from '../../db/db.ts';
import type { Clock } from '../../lib/clock.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import type { Hub } from './hub.ts';
import type { Hosts } from '../../lib/config/hosts.ts';

export interface OrganizationName {
  id: number;
  subdomain: string;
}

interface LoadedOrganization {
  cache: OrganizationCache;
  /** The position of the newest entry that is applied to it. */
  position: number;
  ids: EventIds;
}

/** The name is not repeated in the error, since the requester can choose it. */
const unknownHost = (): ApiError => apiError('requests.host-unknown');

const theServer: OrganizationName = { id: 0, subdomain: '' };

export class Organizations {
  readonly #db: Db;
  readonly #hub: Hub;
  readonly #hosts: Hosts;
  readonly #clock: Clock;
  readonly #caches = new Map<number, Promise<OrganizationCache>>();
  #names: OrganizationName[] = [];

  constructor(db: Db, hub: Hub, hosts: Hosts, clock: Clock) {
    this.#db = db;
    this.#hub = hub;
    this.#hosts = hosts;
    this.#clock = clock;
  }

  get names(): readonly OrganizationName[] {
    return this.#names;
  }

  /** Reloads the list: at start, and after an organization was created. */
  async refresh(): Promise<void> {
    const names = await this.#db.q
      .selectFrom('organization')
      .select(['id', 'subdomain'])
      .orderBy('id')
      .execute();
    const ids = new Set(names.map(({ id }) => id));
    for (const { id } of this.#names) if (!ids.has(id)) this.#drop(id);
    this.#names = names;
  }

  /** Evicts a deleted organization. */
  #drop(orgId: number): void {
    this.#caches.delete(orgId);
    this.#hub.removeAll(orgId);
  }

  /**
   * A single organization is also available at the root host, whatever its subdomain. With several, the root host may
   * belong to none: then it is the server itself (organization 0), in which nobody can sign in.
   * @param hostname In lower case, without port.
   * @throws ApiError 404 for a host that does not belong to this server or to no organization.
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

  /** An organization's cache, loaded on first use. Organization 0 is the server itself, without users. */
  cache(orgId: number): Promise<OrganizationCache> {
    const known = this.#caches.get(orgId);
    if (known) return known;
    const loading = this.#load(orgId);
    this.#caches.set(orgId, loading);
    loading.catch(() => this.#caches.delete(orgId));
    return loading;
  }

  /** Whether it is loaded or being loaded. */
  holds(orgId: number): boolean {
    return this.#caches.has(orgId);
  }

  /** Those that are loaded or being loaded. */
  loaded(): Promise<OrganizationCache[]> {
    return Promise.all(this.#caches.values());
  }

  async #load(orgId: number): Promise<OrganizationCache> {
    if (orgId === 0) return new OrganizationCache(0, this.#clock);
    const { cache, position, ids } = await this.#read(this.#db, orgId);
    this.#hub.startAt(orgId, position, ids);
    return cache;
  }

  /** The position is read first: what another node commits while rows are read is applied again. */
  async #read(db: Db, orgId: number): Promise<LoadedOrganization> {
    const position = await lastPosition(db, orgId);
    const ids = new EventIds((await readShifts(db, orgId)).filter(({ from }) => from <= position));
    const cache = await loadCache(db, orgId, await oldestNeeded(db, orgId), this.#clock);
    if (!cache) throw apiError('requests.no-such-subdomain');
    return { cache, position, ids };
  }

  /** Reloads an organization after missed entries. Its queues here end, and are rebuilt on request. */
  async reload(orgId: number, db: Db): Promise<OrganizationCache> {
    const { cache, position, ids } = await this.#read(db, orgId);
    this.#caches.set(orgId, Promise.resolve(cache));
    this.#hub.removeAll(orgId);
    this.#hub.startAt(orgId, position, ids);
    return cache;
  }
}

/**
 * Finds the endpoint of a request. The framework has one route for all of the API, and this table behind it: mounting
 * each endpoint there, and again for HEAD, took a third of the start-up time.
 */
import findMyWay from 'find-my-way';
import type { Config } from '../lib/config/config.ts';
import { isPolicy } from '../core/organization/index.ts';
import type { Method, Route } from './route.ts';

export const prefix = '/api/v1';

/** How addresses are read, in the framework's own table too. */
export const addresses = { ignoreDuplicateSlashes: true, ignoreTrailingSlash: true, maxParamLength: 500 };

export interface Operation {
  route: Route;
  /** Bytes of the largest file that it takes; undefined where it takes none. */
  largestFile: number | undefined;
  /** What is in the path for its names; decoded. */
  path: Readonly<Record<string, string | undefined>>;
}

export const methods: readonly Method[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

type Table = ReturnType<typeof findMyWay>;

export class Operations {
  readonly #config: Config;
  readonly #routes: ReadonlyMap<string, readonly Route[]>;
  /** Whole paths that hold no value. */
  readonly #named: ReadonlySet<string>;
  /** First names of the paths that take a file. */
  readonly #filed: ReadonlySet<string>;
  /** By the first name of the path. A table compiles code for each of its names, so it is made when it is first asked. */
  readonly #tables = new Map<string, Table>();

  constructor(routes: readonly Route[], config: Config) {
    for (const { method, path, policy } of routes)
      if (!isPolicy(policy)) throw new Error(`${method} ${path} declares no known policy.`);
    this.#config = config;
    this.#named = new Set(routes.map(({ path }) => prefix + path).filter((path) => !path.includes(':')));
    this.#routes = Map.groupBy(routes, ({ path }) => getFirstName(prefix + path) ?? '');
    this.#filed = new Set([...this.#routes.keys()].filter((name) => this.#routes.get(name)?.some(takesFile)));
  }

  /** @param url With or without a query. HEAD means what GET does. What has a path of its own is no value in another's. */
  find(method: string, url: string): Operation | undefined {
    const found = this.#getTable(url)?.find(method === 'HEAD' ? 'GET' : (method as Method), url);
    if (!found) return undefined;
    const route = found.store as Route;
    if (route.path.includes(':') && this.#named.has(plainPath(url))) return undefined;
    const largestFile = 'largestFile' in route ? route.largestFile(this.#config) : undefined;
    return { route, largestFile, path: found.params };
  }

  /**
   * The operation that a file in the body is for. A POST may name another method in its body, behind a file that has been
   * received by then.
   * @param own What `find` returns.
   */
  findForFiles(method: string, url: string, own: Operation | undefined): Operation | undefined {
    if (method !== 'POST' || own?.largestFile !== undefined || !this.#takesFiles(url)) return own;
    const others = methods.map((other) => this.find(other, url));
    return others.find((other) => other?.largestFile !== undefined) ?? own;
  }

  /** The methods by which a path can be asked for; none where nothing is. */
  methodsAt(url: string): string[] {
    const found: string[] = methods.filter((method) => this.find(method, url) !== undefined);
    return found.includes('GET') ? [...found, 'HEAD'] : found;
  }

  /** Whether anything near this path does: known without looking the path up. */
  #takesFiles(url: string): boolean {
    const name = getFirstName(url);
    return name !== undefined && this.#filed.has(name);
  }

  #getTable(url: string): Table | undefined {
    const name = getFirstName(url);
    if (name === undefined) return undefined;
    const known = this.#tables.get(name);
    if (known) return known;
    const routes = this.#routes.get(name);
    if (!routes) return undefined;
    const table = findMyWay({ ...addresses, querystringParser: () => ({}) });
    for (const route of routes) table.on(route.method, prefix + routePattern(route.path), nothing, route);
    this.#tables.set(name, table);
    return table;
  }
}

/** As the paths of routes are written: the table does not mind slashes that are too many. */
const plainPath = (url: string): string =>
  url
    .replace(/[?#].*/s, '')
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '');

/** The name that follows the prefix. */
const firstName = /^\/+api\/+v1\/+([^/?]+)/;
const getFirstName = (url: string): string | undefined => firstName.exec(url)?.[1];

const takesFile = (route: Route): boolean => 'largestFile' in route;

/** The table insists on a handler. */
const nothing = (): void => undefined;

/** A last name with `*` takes the rest of the path, slashes included. Ids in paths are digits, which distinguishes `/users/7` from `/users/ben@example.com` and from `/users/me`. */
function routePattern(path: string): string {
  return path.replace(/:(\w+_id)\b/g, ':$1(^\\d+$)').replace(/:\w+\*$/, '*');
}

/**
 * Finds the endpoint of a request. The framework has one route for the whole API, with this table behind it: mounting
 * each endpoint there, and again for HEAD, took a third of the start-up time.
 */
import findMyWay from 'find-my-way';
import type { Config } from '../lib/config/config.ts';
import { isPolicy } from '../core/organization/index.ts';
import type { Method, Route } from './route.ts';

export const prefix = '/api/v1';

/** Path parsing, also used for the framework's own table. */
export const addresses = { ignoreDuplicateSlashes: true, ignoreTrailingSlash: true, maxParamLength: 500 };

export interface Operation {
  route: Route;
  /** Maximum file size in bytes; undefined if it accepts no file. */
  largestFile: number | undefined;
  /** Decoded path parameters. */
  path: Readonly<Record<string, string | undefined>>;
}

const methods: readonly Method[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

type Table = ReturnType<typeof findMyWay>;

export class Operations {
  readonly #config: Config;
  readonly #routes: ReadonlyMap<string, readonly Route[]>;
  /** Paths without parameters. */
  readonly #named: ReadonlySet<string>;
  /** The routes at these paths, by method and path: found without the tables, since most requests are for one of them. */
  readonly #plain: ReadonlyMap<string, Route>;
  /** Paths without parameters that accept files, and first segments of those with some. */
  readonly #filed: { named: ReadonlySet<string>; first: ReadonlySet<string> };
  /** By the first segment. A table compiles code for each segment, so it is created on first use. */
  readonly #tables = new Map<string, Table>();

  constructor(routes: readonly Route[], config: Config) {
    for (const { method, path, policy } of routes)
      if (!isPolicy(policy)) throw new Error(`${method} ${path} declares no known policy.`);
    this.#config = config;
    this.#named = new Set(routes.map(({ path }) => prefix + path).filter((path) => !path.includes(':')));
    this.#plain = new Map(
      routes
        .filter(({ path }) => !path.includes(':'))
        .map((route) => [`${route.method} ${prefix}${route.path}`, route]),
    );
    this.#routes = Map.groupBy(routes, ({ path }) => getFirstName(prefix + path) ?? '');
    const filed = routes.filter(takesFile).map(({ path }) => prefix + path);
    this.#filed = {
      named: new Set(filed.filter((path) => this.#named.has(path))),
      first: new Set(filed.flatMap((path) => (this.#named.has(path) ? [] : (getFirstName(path) ?? [])))),
    };
  }

  /** @param url With or without a query. HEAD is treated as GET. A path without parameters takes precedence over one with. */
  find(method: string, url: string): Operation | undefined {
    const known = method === 'HEAD' ? 'GET' : methods.find((one) => one === method);
    const plain = this.#plain.get(`${known} ${withoutQuery(url)}`);
    if (plain) return { route: plain, largestFile: fileLimit(plain, this.#config), path: {} };
    const found = known && this.#getTable(url)?.find(known, url);
    if (!found) return undefined;
    // What the router stores is `any`; these tables store routes only.
    const route = found.store as Route;
    if (route.path.includes(':') && this.#named.has(plainPath(url))) return undefined;
    return { route, largestFile: fileLimit(route, this.#config), path: found.params };
  }

  /**
   * The operation that a file in the body is for. A POST may name another method in its body, after a file that has already
   * been received.
   * @param own The result of `find`.
   */
  findForFiles(method: string, url: string, own: Operation | undefined): Operation | undefined {
    if (method !== 'POST' || own?.largestFile !== undefined || !this.#takesFiles(url)) return own;
    const others = methods.map((other) => this.find(other, url));
    return others.find((other) => other?.largestFile !== undefined) ?? own;
  }

  /** The methods that a path supports; empty for an unknown path. */
  methodsAt(url: string): string[] {
    const found: string[] = methods.filter((method) => this.find(method, url) !== undefined);
    return found.includes('GET') ? [...found, 'HEAD'] : found;
  }

  /** Whether an operation at this path may accept files, without a full look-up. */
  #takesFiles(url: string): boolean {
    const path = withoutQuery(url);
    if (this.#named.has(path)) return this.#filed.named.has(path);
    const name = getFirstName(url);
    // Written in another way, a path without parameters is not found above.
    return name !== undefined && (this.#filed.first.has(name) || this.#filed.named.has(plainPath(url)));
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

function withoutQuery(url: string): string {
  const question = url.indexOf('?');
  return question < 0 ? url : url.slice(0, question);
}

/** Normalizes a path like the table, which ignores duplicate slashes. */
const plainPath = (url: string): string =>
  url
    .replace(/[?#].*/s, '')
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '');

/** The name that follows the prefix. */
const firstName = /^\/+api\/+v1\/+([^/?]+)/;
const getFirstName = (url: string): string | undefined => firstName.exec(url)?.[1];

const takesFile = (route: Route): boolean => 'largestFile' in route;

const fileLimit = (route: Route, config: Config): number | undefined =>
  'largestFile' in route ? route.largestFile(config) : undefined;

/** The table requires a handler. */
const nothing = (): void => undefined;

/**
 * A last name with `*` matches the rest of the path including slashes. Ids consist of digits, which distinguishes
 * `/users/7` from `/users/ben@example.com` and `/users/me`.
 */
function routePattern(path: string): string {
  return path.replace(/:(\w+_id)\b/g, ':$1(^\\d+$)').replace(/:\w+\*$/, '*');
}

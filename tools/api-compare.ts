/** Compares routes with an OpenAPI document. */

export interface Contract {
  paths: Record<string, Record<string, { operationId?: string }>>;
}

export interface RouteName {
  method: string;
  /** With `:name` where it varies. */
  path: string;
  operationId: string;
}

interface Comparison {
  built: string[];
  /** Operations of the document that have no route. */
  gaps: string[];
  /** Routes whose operation the document does not know: newer ones, and our own. */
  beyond: string[];
  /** Routes that serve a documented operation elsewhere, or a documented path under another name. */
  wrong: string[];
}

/**
 * Each operation of the contract is either in `built` or in `gaps`; each list has `METHOD /path operation-id` lines.
 * Operations that HTTP cannot distinguish (a user by number, a user by address) are one place: its route serves them all.
 */
export function compare(contract: Contract, routes: readonly RouteName[]): Comparison {
  const operations = getOperations(contract);
  const byPlace = Map.groupBy(operations, place);
  const served = new Set<string>();
  const beyond: string[] = [];
  const wrong: string[] = [];
  for (const route of routes) {
    const id = kebab(route.operationId);
    const there = byPlace.get(place(route)) ?? [];
    const elsewhere = operations.filter((operation) => operation.operationId === id);
    if (there.some((operation) => operation.operationId === id)) served.add(place(route));
    else if (there.length === 0 && elsewhere.length === 0) beyond.push(show(route));
    else wrong.push(`${show(route)}: the document has ${[...there, ...elsewhere].map(show).join(' and ')}`);
  }
  const isBuilt = (operation: RouteName) => served.has(place(operation));
  return {
    built: operations.filter(isBuilt).map(show),
    gaps: operations.filter((operation) => !isBuilt(operation)).map(show),
    beyond,
    wrong,
  };
}

function getOperations({ paths }: Contract): RouteName[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId }]) =>
      operationId ? [{ method: method.toUpperCase(), path, operationId }] : [],
    ),
  );
}

/** The same for `/users/{user_id}` and `/users/:userId`. */
function place({ method, path }: RouteName): string {
  return `${method.toUpperCase()} ${path.replaceAll(/\{[^/]*\}|:[^/]+/g, '*')}`;
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function show({ method, path, operationId }: RouteName): string {
  return `${method} ${path} ${operationId}`;
}

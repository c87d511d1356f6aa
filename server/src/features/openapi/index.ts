/** The exports of `openapi` for other rooms. */
import { Type } from '../../../../wire/core.ts';
import { Encoded, openRoute, type Route } from '../../http/route.ts';
import { describeRoutes, getServers } from './document.ts';

export { documentedErrors } from './errors.ts';
export { describeRoutes, allNouns, type Noun } from './document.ts';

/** Cached responses, by origin. Bounded, since without `base_url` clients choose the host. */
const mostKept = 4;

/** A route that describes the given routes and itself. */
export function openApiRoutes(routes: readonly Route[]): Route[] {
  let common: Buffer | undefined;
  const kept = new Map<string, Encoded>();
  const encode = (origin: string): Encoded => {
    common ??= Buffer.from(JSON.stringify(describeRoutes([...routes, own])).slice(1, -1));
    return new Encoded([Buffer.from(`"servers":${JSON.stringify(getServers(origin))},`), common]);
  };
  const own: Route = openRoute({
    method: 'GET',
    path: '/openapi.json',
    operationId: 'get-openapi',
    policy: 'anyone',
    params: Type.Object({}),
    response: Type.Object({ openapi: Type.String() }),
    handle({ origin }) {
      const response = kept.get(origin) ?? encode(origin);
      kept.set(origin, response);
      const [oldest = ''] = kept.keys();
      if (kept.size > mostKept) kept.delete(oldest);
      return Promise.resolve(response);
    },
  });
  return [own];
}

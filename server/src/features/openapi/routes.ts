import { Type } from '../../../../wire/core.ts';
import { openRoute, type ResponseFields, type Route } from '../../http/route.ts';
import { openApiDocument } from './document.ts';

/** A route that describes the given routes and itself. */
export function openApiRoutes(routes: readonly Route[]): Route[] {
  const own: Route = openRoute({
    method: 'GET',
    path: '/openapi.json',
    operationId: 'get-openapi',
    policy: 'anyone',
    params: Type.Object({}),
    response: Type.Object({ openapi: Type.String() }),
    handle: ({ origin }): Promise<ResponseFields> =>
      Promise.resolve(openApiDocument([...routes, own], origin)),
  });
  return [own];
}

/** All routes of the server: the API, and what is beside it. */
import type { TestContext } from 'node:test';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { mounts, routes } from '../../../server/src/app/features.ts';
import { mountHealth } from '../../../server/src/app/start/health.ts';
import { buildServer } from '../../../server/src/http/server.ts';
import { mountDevEmails } from '../../../server/src/pages/dev-emails.ts';
import { mountPages } from '../../../server/src/pages/routes.ts';
import { Setup } from '../../../server/src/pages/setup/setup.ts';
import { undoAfter } from '../undo.ts';
import type { World } from '../world.ts';

export interface Place {
  method: string;
  path: string;
}

/** Listens with all of them. */
export async function everyRoute(t: TestContext, world: World): Promise<{ places: Place[]; url: string }> {
  const places: Place[] = routes.map(({ method, path }) => ({ method, path: `/api/v1${path}` }));
  const note = ({ method, url }: RouteOptions) => {
    for (const one of [method].flat()) places.push({ method: one, path: url });
  };
  const listener = (fastify: FastifyInstance) => void fastify.addHook('onRoute', note);
  const setup = new Setup(world.app);
  const fastify = buildServer(world.app, routes, [listener, ...mounts, mountDevEmails]);
  mountHealth(fastify, world.app, () => false);
  mountPages(fastify, world.app, setup, { client: world.app.config.data, routes });
  const url = await fastify.listen({ port: 0, host: '127.0.0.1' });
  undoAfter(t, async () => {
    fastify.server.closeAllConnections();
    await fastify.close();
  });
  return { places, url };
}

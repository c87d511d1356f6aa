/** GET /static/icon.png: the default icon of organizations. */
import type { FastifyInstance } from 'fastify';
import { drawnIcon } from '../pictures/index.ts';
import { drawnIconPath } from './serialize.ts';

export function mountOrganizationIcon(app: FastifyInstance): void {
  app.get(drawnIconPath, { config: { callers: 'anyone' } }, (_request, reply) => {
    return reply
      .header('content-type', 'image/png')
      .header('cache-control', 'public, max-age=86400')
      .send(drawnIcon());
  });
}

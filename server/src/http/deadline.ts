/** The deadline for request bodies, except for those with files. */
import type { FastifyInstance } from 'fastify';

const longestMs = 30_000;

export function bodyDeadline(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, headers } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody && request.largestFile === undefined) {
      const timer = setTimeout(() => raw.complete || raw.destroy(), longestMs).unref();
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

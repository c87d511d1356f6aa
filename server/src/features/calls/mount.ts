/** POST /calls/zoom/deauthorize: Zoom reports that a user has removed the app. Mounted only if signatures can be verified. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../core/context/index.ts';
import { apiError } from '../../lib/errors.ts';
import { textAt } from '../../lib/json.ts';
import { disconnectZoomAccount, isFromZoom } from './connect.ts';
import { parseForeignJson } from '../../lib/json-depth.ts';

const bodyLimit = 64 * 1024;

export function mountZoomNotifications(fastify: FastifyInstance, app: AppContext): void {
  const { zoomSecretToken: secret } = app.config;
  if (secret === undefined) return;
  void fastify.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    // The signature covers the raw body.
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit },
      (_request, text, parsed) => parsed(null, text),
    );
    scope.post('/calls/zoom/deauthorize', { config: { callers: 'provider' } }, (request) =>
      takeNotification(app, secret, request),
    );
    done();
  });
}

async function takeNotification(
  app: AppContext,
  secret: string,
  { headers, body }: FastifyRequest,
): Promise<object> {
  const text = typeof body === 'string' ? body : '';
  const signature = String(headers['x-zm-signature'] ?? '');
  const timestamp = String(headers['x-zm-request-timestamp'] ?? '');
  if (!isFromZoom(secret, { signature, timestamp, body: text }, app.clock.now()))
    throw apiError('calls.invalid-signature');
  const event: unknown = parseForeignJson(text);
  const accountId = textAt(event, 'payload', 'user_id');
  if (textAt(event, 'event') === 'app_deauthorized' && accountId !== undefined)
    await disconnectZoomAccount(app, accountId);
  return { result: 'success', msg: '' };
}

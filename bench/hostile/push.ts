/** What a push service responds to a notification. */
import { createECDH, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { flood, listens, type HostileService } from './service.ts';

const piece = 'x'.repeat(65_536);

/** Headers of a response, and what it begins with. */
const responses: Readonly<
  Record<string, { status: number; headers: Record<string, string>; isEndless: boolean }>
> = {
  'text without end': { status: 201, headers: {}, isEndless: true },
  'an error without end': { status: 500, headers: { 'content-type': 'application/json' }, isEndless: true },
  'text without end that is to be inflated': {
    status: 201,
    headers: { 'content-encoding': 'gzip' },
    isEndless: true,
  },
  'a redirect to itself': { status: 307, headers: { location: '/' }, isEndless: false },
  'a pause of a thousand years': {
    status: 429,
    headers: { 'retry-after': '31536000000' },
    isEndless: false,
  },
};

export async function startPush(): Promise<HostileService<'push'>> {
  const state = { response: responses['text without end'] };
  const server = createServer((request, response) => {
    request.resume().on('error', () => undefined);
    response.on('error', () => undefined);
    const { status = 201, headers = {}, isEndless = false } = state.response ?? {};
    response.writeHead(status, headers);
    if (isEndless) flood(response, piece);
    else response.end();
  });
  server.on('clientError', () => undefined);
  const port = await listens(server);
  return {
    args: [],
    inputs: {
      push: ({ url, authorization }) => {
        const call = async (path: string, fields: Record<string, string>) => {
          const response = await fetch(`${url}/api/v1/heddle/push_subscriptions${path}`, {
            method: 'POST',
            headers: { authorization: `Basic ${authorization}` },
            body: new URLSearchParams(fields),
          });
          await response.arrayBuffer();
          return String(response.status);
        };
        return Object.entries(responses).map(([what, response], n) => ({
          what: `a push service that responds with ${what}`,
          send: async () => {
            state.response = response;
            const curve = createECDH('prime256v1');
            curve.generateKeys();
            const added = await call('', {
              endpoint: `http://127.0.0.1:${port}/${n}`,
              p256dh: curve.getPublicKey('base64url'),
              auth: randomBytes(16).toString('base64url'),
            });
            return added === '200' ? call('/test', {}) : `not added: ${added}`;
          },
        }));
      },
    },
  };
}

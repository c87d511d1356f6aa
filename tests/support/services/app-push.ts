/** Google's and Apple's push services of the test's own, with keys to sign in to them. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { jwtVerify } from 'jose';
import { getPort } from './get-port.ts';
import { localServer } from './local-server.ts';

type Json = Record<string, unknown>;

interface ReceivedByApp {
  deviceToken: string;
  headers: IncomingHttpHeaders;
  body: Json;
}

export interface AppPushService {
  /** Settings with which a server sends to it. */
  config: Record<string, string>;
  received: ReceivedByApp[];
  /** Replaces its responses: later notifications are not accepted. */
  failure: { status: number; json: Json } | undefined;
}

const privatePem = (key: { export(options: { type: 'pkcs8'; format: 'pem' }): string | Buffer }): string =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** Firebase, which takes notifications with access tokens that it has given for a signed assertion. */
export async function firebase(t: TestContext): Promise<AppPushService> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { url } = await localServer(t, (request, response) => {
    const respond = (status: number, json: Json) => response.writeHead(status).end(JSON.stringify(json));
    void text(request).then(async (body) => {
      if (request.url === '/token') {
        const assertion = new URLSearchParams(body).get('assertion') ?? '';
        await jwtVerify(assertion, publicKey, { issuer: 'heddle@example.com', audience: `${url}/token` });
        return respond(200, { access_token: 'an access token', expires_in: 3600 });
      }
      const { message } = JSON.parse(body) as { message: Json & { token: string } };
      if (request.headers.authorization !== 'Bearer an access token') return respond(401, {});
      if (service.failure) return respond(service.failure.status, service.failure.json);
      service.received.push({ deviceToken: message.token, headers: {}, body: message });
      return respond(200, { name: 'projects/weavers/messages/1' });
    });
  });
  const account = {
    project_id: 'weavers',
    client_email: 'heddle@example.com',
    token_uri: `${url}/token`,
    private_key: privatePem(privateKey),
  };
  const service: AppPushService = {
    config: { pushFcmKey: JSON.stringify(account), pushFcmUrl: url },
    received: [],
    failure: undefined,
  };
  return service;
}

/** APNs, which takes notifications with tokens that a key of the team has signed. */
export async function apns(t: TestContext): Promise<AppPushService> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privatePem(privateKey);
  const server = createServer();
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    const respond = (status: number, json: Json) => {
      stream.respond({ ':status': status });
      stream.end(JSON.stringify(json));
    };
    void text(stream).then(async (body) => {
      const token = String(headers.authorization).replace('bearer ', '');
      const { protectedHeader } = await jwtVerify(token, createPublicKey(pem), { issuer: 'TEAM567890' });
      if (protectedHeader.kid !== 'KEY4567890') return respond(403, { reason: 'InvalidProviderToken' });
      if (service.failure) return respond(service.failure.status, service.failure.json);
      const deviceToken = String(headers[':path']).replace('/3/device/', '');
      service.received.push({ deviceToken, headers, body: JSON.parse(body) as Json });
      return respond(200, {});
    });
  });
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => sessions.add(session));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  const service: AppPushService = {
    config: {
      pushApnsKey: pem,
      pushApnsKeyId: 'KEY4567890',
      pushApnsTeamId: 'TEAM567890',
      pushApnsUrl: `http://127.0.0.1:${getPort(server)}`,
    },
    received: [],
    failure: undefined,
  };
  return service;
}

/** What Apple, and Google with its sign-in, answer to notifications for an app of the operator's own. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer as createHttp2Server, type ServerHttp2Stream } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import sodium from 'libsodium-wrappers';
import { DirectPush } from '../../server/src/lib/mobile-push/direct.ts';
import { loadSecrets, secretsPath } from '../../server/src/lib/secrets-file.ts';
import { makePushApp } from '../../tests/support/services/push-relay.ts';
import { flood, interimPiece, listens, type HostileService } from './service.ts';
import type { HostileInput, Target } from './target.ts';
import { listFields } from './texts.ts';

const piece = 'x'.repeat(65_536);
const manyFields = `{${listFields(100_000)}}`;
const manyHeaders = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`x-${n}`, 'y']));

export type Answer = (response: ServerResponse) => void;
export const say =
  (text: string): Answer =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(text);

export const httpAnswers: Readonly<Record<string, Answer>> = {
  'text without end': (response) => flood(response.writeHead(200), piece),
  'interim responses without end': ({ req }) => flood(req.socket, interimPiece),
  'JSON that is nested deeply': say('['.repeat(1_000_000)),
  'JSON of many fields': say(manyFields),
  'many headers': (response) => void response.writeHead(200, manyHeaders).end(),
  'a byte from time to time': (response) => trickle(() => response.writeHead(200).write(' ')),
};

const appleAnswers: Readonly<Record<string, (stream: ServerHttp2Stream) => void>> = {
  'text without end': (stream) => {
    stream.respond({ ':status': 400 });
    const write = () => void (stream.writable && stream.write(piece, () => setImmediate(write)));
    write();
  },
  'JSON that is nested deeply': (stream) => {
    stream.respond({ ':status': 400 });
    stream.end('['.repeat(1_000_000));
  },
  'interim responses without end': (stream) => {
    const inform = () => {
      for (let n = 0; n < 100 && !stream.destroyed; n++) stream.additionalHeaders({ ':status': 103 });
      if (!stream.destroyed) setImmediate(inform);
    };
    inform();
  },
  'many headers': (stream) => {
    stream.respond({ ':status': 400, ...manyHeaders });
    stream.end();
  },
};

function trickle(step: () => unknown): void {
  let isFirst = true;
  const timer = setInterval(() => {
    try {
      step();
    } catch {
      if (!isFirst) clearInterval(timer);
    }
    isFirst = false;
  }, 50);
  timer.unref();
}

const pem = (key: { export(options: { type: 'pkcs8'; format: 'pem' }): string | Buffer }): string =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString();

const makeAccount = (url: string) => ({
  project_id: 'weavers',
  client_email: 'heddle@example.com',
  token_uri: `${url}/token`,
  private_key: pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
});

export async function startAppPush(): Promise<HostileService<'push'>> {
  await sodium.ready;
  const good = { token: say('{"access_token":"a","expires_in":0}'), send: say('{}') };
  const state: { token: Answer; send: Answer; apple: (stream: ServerHttp2Stream) => void } = {
    ...good,
    apple: (stream) => stream.close(),
  };
  const google = createHttpServer((request, response) => {
    request.resume().on('error', () => undefined);
    response.on('error', () => undefined);
    state[request.url === '/token' ? 'token' : 'send'](response);
  });
  const apple = createHttp2Server();
  apple.on('session', (session) => session.on('error', () => undefined));
  apple.on('stream', (stream: ServerHttp2Stream) => {
    stream.on('error', () => undefined);
    state.apple(stream);
  });
  const [googleUrl, appleUrl] = [
    `http://127.0.0.1:${await listens(google)}`,
    `http://127.0.0.1:${await listens(apple)}`,
  ];
  const appleKey = pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
  return {
    args: [
      ['--push-fcm-key', JSON.stringify(makeAccount(googleUrl))],
      ['--push-fcm-url', googleUrl],
      ['--push-apns-key', appleKey],
      ['--push-apns-key-id', 'KEY4567890'],
      ['--push-apns-team-id', 'TEAM567890'],
      ['--push-apns-url', appleUrl],
    ].flat(),
    inputs: {
      push(target) {
        const tests = makeTests(target, () => readPublicKey(target));
        const googleInputs = (['token', 'send'] as const).flatMap((part) =>
          Object.entries(httpAnswers).map(([what, answer]) => ({
            what: `Firebase${part === 'token' ? ', whose sign-in' : ' that'} answers with ${what}`,
            send: () => {
              Object.assign(state, good, { [part]: answer });
              return tests('fcm');
            },
          })),
        );
        const appleInputs = Object.entries(appleAnswers).map(([what, answer]) => ({
          what: `Apple that answers with ${what}`,
          send: () => {
            state.apple = answer;
            return tests('apns');
          },
        }));
        return [...googleInputs, ...appleInputs];
      },
    },
  };
}

function readPublicKey({ folder }: Target): Buffer {
  const { publicKey } = new DirectPush(loadSecrets(secretsPath({ data: folder })), {});
  return Buffer.from(publicKey, 'base64');
}

/**
 * Sends a test notification to a device of this kind, which registers with the first.
 * @param getPublicKey Of the service that its token is sealed for.
 */
export function makeTests(
  { url, authorization }: Target,
  getPublicKey: () => Buffer,
): (kind: 'fcm' | 'apns') => ReturnType<HostileInput['send']> {
  const call = async (path: string, fields: Record<string, string> = {}) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Basic ${authorization}` },
      body: new URLSearchParams(fields),
    });
    const json = (await response.json()) as { device_id?: number };
    return {
      status: response.status,
      wait: Number(response.headers.get('retry-after') ?? 0),
      id: json.device_id,
    };
  };
  const devices = new Map<string, string>();
  const addDevice = async (kind: 'fcm' | 'apns') => {
    const { key, token } = makePushApp(getPublicKey(), kind);
    const id = String((await call('/register_client_device')).id);
    const fields = Object.entries({ device_id: id, ...key, ...token });
    await call(
      '/mobile_push/register',
      Object.fromEntries(fields.map(([name, value]) => [name, String(value)])),
    );
    // The registration is a job.
    await sleep(2000);
    devices.set(kind, id);
    return id;
  };
  return async (kind) => {
    const id = devices.get(kind) ?? (await addDevice(kind));
    for (;;) {
      const { status, wait } = await call('/mobile_push/e2ee/test_notification', { device_id: id });
      if (status !== 429) return String(status);
      await sleep(wait * 1000);
    }
  };
}

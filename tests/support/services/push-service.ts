/** A push service of the test's own, and the browser that subscribes to it. */
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { localServer } from './local-server.ts';

interface ReceivedPush {
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Decrypted. */
  json: Record<string, unknown>;
}

interface PushSubscriber {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushService {
  /** In the order in which they came. */
  received: ReceivedPush[];
  /** Status of its responses; 201 at first. */
  status: number;
  subscribe(name?: string): PushSubscriber;
}

/** What a browser does with the body of a notification. @throws if it is not for this subscriber */
export function openPush(body: Buffer, curve: ECDH, auth: Buffer): Buffer {
  const derive = (key: Buffer, salt: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, info, bytes));
  const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender]);
  const shared = derive(curve.computeSecret(sender), auth, info, 32);
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(21 + idLength, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2));
}

export async function pushService(t: TestContext): Promise<PushService> {
  const subscribers = new Map<string, { curve: ECDH; auth: Buffer }>();
  const { url } = await localServer(t, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const known = subscribers.get(path);
      if (known && service.status === 201) {
        const text = openPush(Buffer.concat(chunks), known.curve, known.auth).toString();
        const json = JSON.parse(text) as Record<string, unknown>;
        service.received.push({ path, headers: request.headers, json });
      }
      response.writeHead(known ? service.status : 404).end();
    });
  });
  const service: PushService = {
    received: [],
    status: 201,
    subscribe(name = randomBytes(6).toString('hex')) {
      const curve = createECDH('prime256v1');
      curve.generateKeys();
      const auth = randomBytes(16);
      subscribers.set(`/${name}`, { curve, auth });
      return {
        endpoint: `${url}/${name}`,
        p256dh: curve.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
      };
    },
  };
  return service;
}

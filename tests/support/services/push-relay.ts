/** A relay for push notifications of the test's own, and an app with libsodium as apps from the stores have it. */
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TestContext } from 'node:test';
import sodium from 'libsodium-wrappers';
import { localServer } from './local-server.ts';

type Json = Record<string, unknown>;

interface RelayRequest {
  path: string;
  authorization: string | undefined;
  body: Json;
}

export interface PushApp {
  /** By which Apple or Google know it. */
  deviceToken: string;
  /** Parameters of `/mobile_push/register`. */
  key: { push_key_id: number; push_key: string };
  token: {
    token_kind: string;
    token_id: string;
    bouncer_public_key: string;
    encrypted_push_registration: string;
  };
  /** What a notification says. @throws if it is for another app */
  open(encrypted: string): Json;
}

export interface TestRelay {
  url: string;
  requests: RelayRequest[];
  /** Replaces all later responses. */
  response: { status: number; json: Json } | undefined;
  /** IDs of dead tokens: the apps were removed. */
  dead: string[];
  makeApp(kind?: 'fcm' | 'apns'): PushApp;
  /** Requests of one path. */
  of(path: string): RelayRequest[];
}

export const relayId = '6cf0d4a0-0d6f-4c63-9d2c-27e3e2b6a5a1';
export const relayKey = 'k'.repeat(64);

export async function pushRelay(t: TestContext): Promise<TestRelay> {
  await sodium.ready;
  const pair = sodium.crypto_box_keypair();
  const { url } = await localServer(t, (request, response) => {
    void getBody(request).then((body) => {
      const path = (request.url ?? '').replace('/api/v1/remotes/', '');
      relay.requests.push({ path, authorization: request.headers.authorization, body });
      const { status, json } = relay.response ?? respond(path, body);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
  });

  const tokens = new Set<string>();

  function respond(path: string, body: Json): { status: number; json: Json } {
    if (path === 'push/e2ee/register') return register(body);
    if (path !== 'push/e2ee/notify') return { status: 200, json: { result: 'success', msg: '' } };
    const requests = body.push_requests as { token_id: string; fcm_priority?: string }[];
    const alive = requests.filter(({ token_id: id }) => tokens.has(id) && !relay.dead.includes(id));
    const toAndroid = alive.filter(({ fcm_priority: priority }) => priority !== undefined).length;
    const json = {
      android_successfully_sent_count: toAndroid,
      apple_successfully_sent_count: alive.length - toAndroid,
      delete_token_ids: requests.map(({ token_id: id }) => id).filter((id) => relay.dead.includes(id)),
      realm_push_status: null,
    };
    return { status: 200, json };
  }

  function register(body: Json): { status: number; json: Json } {
    if (body.bouncer_public_key !== toBase64(pair.publicKey))
      return { status: 400, json: { code: 'INVALID_BOUNCER_PUBLIC_KEY', msg: 'Invalid bouncer_public_key' } };
    const sealed = sodium.from_base64(
      String(body.encrypted_push_registration),
      sodium.base64_variants.ORIGINAL,
    );
    const opened = sodium.crypto_box_seal_open(sealed, pair.publicKey, pair.privateKey, 'text');
    const { token } = JSON.parse(opened) as { token: string };
    if (tokenId(token) !== body.token_id)
      return { status: 400, json: { code: 'BAD_REQUEST', msg: 'Invalid token_id' } };
    tokens.add(body.token_id);
    return { status: 200, json: { result: 'success', msg: '' } };
  }

  const relay: TestRelay = {
    url,
    requests: [],
    response: undefined,
    dead: [],
    of: (path) => relay.requests.filter((request) => request.path === path),
    makeApp: (kind) => makePushApp(pair.publicKey, kind),
  };
  return relay;
}

/** An app that seals its token for a key of 32 bytes, once `sodium.ready` is. @param sentAt When it registers, in seconds since 1970. */
export function makePushApp(
  publicKey: Uint8Array,
  kind: 'fcm' | 'apns' = 'fcm',
  sentAt = Math.floor(Date.now() / 1000),
): PushApp {
  const key = sodium.randombytes_buf(sodium.crypto_secretbox_KEYBYTES);
  const token = kind === 'apns' ? randomBytes(32).toString('hex') : randomBytes(60).toString('base64url');
  const registration = {
    token_kind: kind,
    token,
    timestamp: sentAt,
    ...(kind === 'apns' && { ios_app_id: 'org.example.App' }),
  };
  return {
    deviceToken: token,
    key: {
      push_key_id: randomBytes(4).readUInt32BE(),
      push_key: toBase64(Buffer.concat([Buffer.of(0x31), key])),
    },
    token: {
      token_kind: kind,
      token_id: tokenId(token),
      bouncer_public_key: toBase64(publicKey),
      encrypted_push_registration: toBase64(sodium.crypto_box_seal(JSON.stringify(registration), publicKey)),
    },
    open(encrypted) {
      const bytes = Buffer.from(encrypted, 'base64');
      const text = sodium.crypto_secretbox_open_easy(bytes.subarray(24), bytes.subarray(0, 24), key, 'text');
      return JSON.parse(text) as Json;
    },
  };
}

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const tokenId = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, 8).toString('base64');

async function getBody(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  if (text === '') return {};
  if (request.headers['content-type']?.includes('json')) return JSON.parse(text) as Json;
  return Object.fromEntries(new URLSearchParams(text));
}

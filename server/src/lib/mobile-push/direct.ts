/** Sends notifications directly to Apple and Google, for operators who publish their own app and hold its keys. */
import { createHash, createHmac } from 'node:crypto';
import { pushKey, type Secrets } from '../secrets.ts';
import type {
  AppToken,
  DevicePush,
  MobilePushService,
  PushOutcome,
  RegistrationOutcome,
  Sender,
  SendOutcome,
  TokenKind,
  TokenRegistration,
} from './service.ts';
import { boxPublicKey, openSealedBox } from './sodium.ts';
import { fieldsIn } from '../objects.ts';
import { parseForeignJson } from '../json-depth.ts';

export type Senders = Readonly<Partial<Record<TokenKind, Sender>>>;

const newestSeconds = 24 * 3600;

export class DirectPush implements MobilePushService {
  /** Base64: the key for which the app encrypts its tokens. */
  readonly publicKey: string;
  readonly #privateKey: Uint8Array;
  readonly #senders: Senders;

  constructor(secrets: Secrets, senders: Senders) {
    // Built into apps, so it has to survive a rotation of the server key.
    this.#privateKey = createHmac('sha256', pushKey(secrets)).update('push tokens of apps').digest();
    this.publicKey = boxPublicKey(this.#privateKey).toString('base64');
    this.#senders = senders;
  }

  /** @param now Milliseconds since 1970. */
  register(
    { kind, tokenId, sealedToken }: TokenRegistration,
    now = Date.now(),
  ): Promise<RegistrationOutcome> {
    const opened = openSealedBox(this.#privateKey, Buffer.from(sealedToken, 'base64'));
    const token = opened && tokenIn(opened, kind, tokenId);
    if (!token || !this.#senders[kind]) return Promise.resolve({ kind: 'refused', code: 'BAD_REQUEST' });
    if (token.registeredAt < now / 1000 - newestSeconds)
      return Promise.resolve({ kind: 'refused', code: 'REQUEST_EXPIRED' });
    return Promise.resolve({ kind: 'accepted', token: token.token });
  }

  async notify(_realmUuid: string, pushes: readonly DevicePush[]): Promise<PushOutcome> {
    const outcomes = await Promise.all(pushes.map((push) => this.#send(push)));
    const deadTokenIds = pushes.filter((_, i) => outcomes[i] === 'dead').map(({ tokenId }) => tokenId);
    const delivered = outcomes.filter((outcome) => outcome === 'delivered').length;
    const failures = outcomes.filter((outcome) => typeof outcome === 'object');
    const failed = failures.find(({ isPassing }) => isPassing) ?? failures[0];
    // A device that already has the notification does not get it again because of another one's failure.
    return failed && delivered === 0
      ? { kind: 'failed', ...failed, deadTokenIds }
      : { kind: 'done', delivered, deadTokenIds };
  }

  #send(push: DevicePush): Promise<SendOutcome> {
    const { token } = push;
    if (!token) return Promise.resolve('dead');
    const none = { error: `No key for ${push.kind} is configured.`, isPassing: false };
    return this.#senders[push.kind]?.send(token, push) ?? Promise.resolve(none);
  }
}

/** The decrypted registration: `{token_kind, token, timestamp (seconds), ios_app_id}`. `undefined` if it does not match the request. */
function tokenIn(
  opened: Buffer,
  kind: TokenKind,
  tokenId: string,
): { token: AppToken; registeredAt: number } | undefined {
  const given = parse(opened);
  const { token, timestamp, ios_app_id: appId } = given;
  if (given.token_kind !== kind || typeof token !== 'string' || typeof timestamp !== 'number')
    return undefined;
  const id = createHash('sha256').update(token).digest().subarray(0, 8).toString('base64');
  if (id !== tokenId) return undefined;
  if (kind === 'fcm') return appId === undefined ? { token: { token }, registeredAt: timestamp } : undefined;
  const isApns = /^(?:[0-9a-f]{2}){1,200}$/i.test(token) && typeof appId === 'string' && isAppId(appId);
  return isApns ? { token: { token, appId }, registeredAt: timestamp } : undefined;
}

const isAppId = (text: string): boolean => /^[A-Za-z0-9.-]{1,255}$/.test(text);

function parse(opened: Buffer): Record<string, unknown> {
  try {
    const json: unknown = parseForeignJson(opened.toString());
    return fieldsIn(json);
  } catch {
    return {};
  }
}

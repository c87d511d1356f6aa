/**
 * The relay of an app's publisher, who holds the app's keys at Apple and Google. Device tokens are encrypted for the relay, and
 * notifications for the app.
 */
import { compatibleVersion, featureLevel } from '../../../../wire/core.ts';
import type { Config } from '../config/config.ts';
import { FetchRefused, guardedFetch } from '../net/guarded-fetch.ts';
import { conceal } from '../net/withholding.ts';
import {
  makeAps,
  type DevicePush,
  type MobilePushService,
  type PushOutcome,
  type RegistrationError,
  type RegistrationOutcome,
  type TokenRegistration,
} from './service.ts';
import { fieldsIn, isIn } from '../objects.ts';
import { parseForeignJson } from '../json-depth.ts';

export interface RelayAccount {
  /** Base URL of the relay, without a path. */
  url: string;
  /** A UUID. */
  id: string;
  key: string;
}

/** `undefined` if none is configured. */
export function relayAccount({
  pushRelayUrl: url,
  pushRelayId: id,
  pushRelayKey: key,
}: Pick<Config, 'pushRelayUrl' | 'pushRelayId' | 'pushRelayKey'>): RelayAccount | undefined {
  return url === undefined || id === undefined || key === undefined ? undefined : { url, id, key };
}

/** An organization, as registered with a relay. */
export interface RelayRealm {
  id: number;
  uuid: string;
  /** Proves that two registrations come from the same server. */
  ownerSecret: string;
  host: string;
  url: string;
  name: string;
  /** One of `organizationTypes`. */
  orgType: number;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** Gets an error if the relay cannot be used now, and `undefined` if it responded, even with a refusal of this request. */
type Report = (failure: Error | undefined) => void;

interface Response {
  status: number;
  json: Record<string, unknown>;
}

// The operator has configured the relay, which may be on a private network.
const anywhere = '0.0.0.0/0, ::/0';
const timeoutMs = 30_000;
const largestBytes = 256 * 1024;
const registrationErrors: readonly RegistrationError[] = ['INVALID_BOUNCER_PUBLIC_KEY', 'REQUEST_EXPIRED'];

export class PushRelay implements MobilePushService {
  readonly #account: RelayAccount;
  readonly #report: Report;

  /** @param report Gets what became of each request. */
  constructor(account: RelayAccount, report: Report = () => undefined) {
    this.#account = account;
    this.#report = report;
  }

  async register(asked: TokenRegistration): Promise<RegistrationOutcome> {
    const response = await this.#post('push/e2ee/register', {
      realm_uuid: asked.realmUuid,
      token_id: asked.tokenId,
      encrypted_push_registration: asked.sealedToken,
      bouncer_public_key: asked.publicKey,
    });
    if ('error' in response) return { kind: 'failed', error: response.error };
    if (response.status === 200) return { kind: 'accepted' };
    const code = getCode(response);
    if (isIn(registrationErrors, code)) return { kind: 'refused', code };
    if (response.status === 400 && code === 'BAD_REQUEST') return { kind: 'refused', code };
    return { kind: 'failed', error: refusal(response) };
  }

  async notify(realmUuid: string, pushes: readonly DevicePush[]): Promise<PushOutcome> {
    const response = await this.#post('push/e2ee/notify', {
      realm_uuid: realmUuid,
      push_requests: pushes.map(makeRequest),
    });
    const failed = { kind: 'failed', deadTokenIds: [] } as const;
    if ('error' in response) return { ...failed, error: response.error, isPassing: true };
    const { status, json } = response;
    if (status !== 200)
      return { ...failed, error: refusal(response), isPassing: status >= 500 || status === 429 };
    const dead = new Set<unknown>(Array.isArray(json.delete_token_ids) ? json.delete_token_ids : []);
    return {
      kind: 'done',
      delivered: count(json.android_successfully_sent_count) + count(json.apple_successfully_sent_count),
      deadTokenIds: pushes.map(({ tokenId }) => tokenId).filter((id) => isNamed(dead, id)),
    };
  }

  /** Registers the server. The relay may call it back at `hostname`. @returns an error for the operator, if it was refused */
  async enroll(hostname: string, contactEmail: string): Promise<string | undefined> {
    const { id, key } = this.#account;
    const form = { zulip_org_id: id, zulip_org_key: key, hostname, contact_email: contactEmail };
    return this.#describeError(await this.#post('server/register', new URLSearchParams(form)));
  }

  /** Registers the organizations: a relay only delivers for registered ones. @returns an error for the operator, if it was refused */
  async listRealms(realms: readonly RelayRealm[]): Promise<string | undefined> {
    const form = {
      realm_counts: '[]',
      installation_counts: '[]',
      realms: JSON.stringify(realms.map(realmObject)),
      version: JSON.stringify(compatibleVersion),
      merge_base: JSON.stringify(compatibleVersion),
      api_feature_level: JSON.stringify(featureLevel),
    };
    return this.#describeError(await this.#post('server/analytics', new URLSearchParams(form)));
  }

  /** @returns an error for the operator, if the relay does not know the server or does not respond */
  async check(): Promise<string | undefined> {
    return this.#describeError(await this.#call('GET', 'server/analytics/status'));
  }

  #describeError(response: Response | { error: string }): string | undefined {
    if ('error' in response) return response.error;
    return response.status === 200 ? undefined : refusal(response);
  }

  #post(path: string, body: object): Promise<Response | { error: string }> {
    return this.#call('POST', path, body);
  }

  async #call(method: 'GET' | 'POST', path: string, body?: object): Promise<Response | { error: string }> {
    const { url, id, key } = this.#account;
    const isForm = body instanceof URLSearchParams;
    const authorization = Buffer.from(`${id}:${key}`).toString('base64');
    try {
      const { status, text } = await guardedFetch(`${url.replace(/\/$/, '')}/api/v1/remotes/${path}`, {
        method,
        headers: {
          authorization: `Basic ${authorization}`,
          // COMPAT(relays): they parse the version.
          'user-agent': `ZulipServer/${compatibleVersion}`,
          'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        },
        ...(body && { body: isForm ? body.toString() : JSON.stringify(body) }),
        // The key must not be sent to the target of a redirect.
        reachable: anywhere,
        timeoutMs,
        largestBytes,
        mostRedirects: 0,
      });
      const response = { status, json: parse(conceal(text, [key, authorization])) };
      this.#report(isUnusable(response) ? new Error(refusal(response)) : undefined);
      return response;
    } catch (error) {
      if (!(error instanceof FetchRefused)) throw error;
      this.#report(error);
      return { error: error.message };
    }
  }
}

function makeRequest({ kind, tokenId, keyId, encrypted, isSilent }: DevicePush): object {
  const payload = { push_key_id: keyId, encrypted_data: encrypted };
  if (kind === 'fcm') return { token_id: tokenId, fcm_priority: isSilent ? 'normal' : 'high', payload };
  return {
    token_id: tokenId,
    http_headers: {
      apns_priority: isSilent ? 5 : 10,
      apns_push_type: isSilent ? 'background' : 'alert',
    },
    payload: { ...payload, aps: makeAps(isSilent) },
  };
}

const realmObject = ({ id, uuid, ownerSecret, host, url, name, orgType, createdAt }: RelayRealm): object => ({
  id,
  uuid,
  uuid_owner_secret: ownerSecret,
  host,
  url,
  name,
  org_type: orgType,
  date_created: createdAt / 1000,
  deactivated: false,
  is_system_bot_realm: false,
  authentication_methods: {},
});

function parse(text: string): Record<string, unknown> {
  try {
    const json: unknown = parseForeignJson(text);
    return fieldsIn(json);
  } catch {
    return {};
  }
}

/** It is down, or does not know this server any more. */
const isUnusable = ({ status }: Response): boolean => status >= 500 || status === 401;

const getCode = ({ json }: Response): string => (typeof json.code === 'string' ? json.code : '');

const refusal = ({ status, json }: Response): string =>
  typeof json.msg === 'string'
    ? `The push relay responded with status ${status}: ${json.msg.slice(0, 300)}`
    : `The push relay responded with status ${status}.`;

const count = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);

/** COMPAT(relays): some name a token by the signed number that its 8 bytes are, which JSON rounds. */
const isNamed = (names: ReadonlySet<unknown>, tokenId: string): boolean =>
  names.has(tokenId) || names.has(Number(Buffer.from(tokenId, 'base64').readBigInt64BE()));

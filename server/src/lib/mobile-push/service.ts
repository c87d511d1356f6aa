/** The interface of push services for mobile apps: a relay that holds the publisher's keys, or Apple and Google. */

export type TokenKind = 'apns' | 'fcm';

/** An app's registration for notifications. Only the service can decrypt its token. */
export interface TokenRegistration {
  /** ID of the organization at the service. */
  realmUuid: string;
  kind: TokenKind;
  /** The first 8 bytes of the SHA-256 of the token, in base64. */
  tokenId: string;
  /** A sealed box in base64 for `publicKey`. */
  sealedToken: string;
  /** 32 bytes in base64. */
  publicKey: string;
}

export type RegistrationError = 'INVALID_BOUNCER_PUBLIC_KEY' | 'BAD_REQUEST' | 'REQUEST_EXPIRED';

export type RegistrationOutcome =
  | { kind: 'accepted'; token?: AppToken }
  | { kind: 'refused'; code: RegistrationError }
  /** A retry may succeed. The message is for operators. */
  | { kind: 'failed'; error: string };

/** The device token of an app, for a service without a relay. */
export interface AppToken {
  token: string;
  /** Bundle ID of an iOS app. */
  appId?: string | undefined;
}

/** One encrypted notification for one device. */
export interface DevicePush {
  kind: TokenKind;
  tokenId: string;
  token?: AppToken | undefined;
  keyId: number;
  /** Base64. */
  encrypted: string;
  /** It shows nothing, but removes a notification. */
  isSilent: boolean;
}

/** `deadTokenIds`: the push service no longer knows these tokens. */
export type PushOutcome = { deadTokenIds: readonly string[] } & (
  | { kind: 'done'; delivered: number }
  /** `isPassing`: a retry may succeed. The message is for operators. */
  | { kind: 'failed'; error: string; isPassing: boolean }
);

/** The result of sending one notification to one device. */
export type SendOutcome = 'delivered' | 'dead' | { error: string; isPassing: boolean };

/** Sends to devices of one platform. */
export interface Sender {
  send(token: AppToken, push: DevicePush): Promise<SendOutcome>;
}

export interface MobilePushService {
  register(asked: TokenRegistration): Promise<RegistrationOutcome>;
  notify(realmUuid: string, pushes: readonly DevicePush[]): Promise<PushOutcome>;
}

/** The notification that iOS shows until the app has decrypted it. */
export const makeAps = (isSilent: boolean): object =>
  isSilent ? { 'content-available': 1 } : { 'mutable-content': 1, alert: { title: 'New notification' } };

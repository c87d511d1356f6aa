/** What delivers push notifications to apps from an app store: a relay that holds the keys of their publisher, or Apple and Google. */

export type TokenKind = 'apns' | 'fcm';

/** What an app asks the service to reach it by. Only the service can read the token in it. */
export interface TokenRegistration {
  /** The organization, as the service knows it. */
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
  /** Another try may do better. The text is for operators. */
  | { kind: 'failed'; error: string };

/** What a service that is called without a relay knows an app by. */
export interface AppToken {
  token: string;
  /** The bundle of an iOS app. */
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
  /** It shows nothing: it takes away what was shown. */
  isSilent: boolean;
}

export type PushOutcome =
  | { kind: 'done'; delivered: number; deadTokenIds: readonly string[] }
  /** `isPassing`: another try may do better. The text is for operators. */
  | { kind: 'failed'; error: string; isPassing: boolean };

/** What became of one notification for one device. */
export type SendOutcome = 'delivered' | 'dead' | { error: string; isPassing: boolean };

/** Sends to the devices of one kind. */
export interface Sender {
  send(token: AppToken, push: DevicePush): Promise<SendOutcome>;
}

export interface MobilePushService {
  register(asked: TokenRegistration): Promise<RegistrationOutcome>;
  notify(realmUuid: string, pushes: readonly DevicePush[]): Promise<PushOutcome>;
}

/** What iOS shows until the app has decrypted the notification. */
export const apsOf = (isSilent: boolean): object =>
  isSilent ? { 'content-available': 1 } : { 'mutable-content': 1, alert: { title: 'New notification' } };

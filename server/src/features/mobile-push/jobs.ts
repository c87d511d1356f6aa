/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';
import type { WaitingNotice } from '../push/index.ts';

export interface RegisterToken {
  userId: number;
  deviceId: number;
  tokenId: string;
  sealedToken: string;
  publicKey: string;
}

export interface SendMobilePush {
  userId: number;
  notice: WaitingNotice;
  /** Milliseconds since 1970; not delivered later. */
  expiresAt: number;
}

export const jobs = {
  /** Registers the token of a device with the push service. */
  registerToken: jobKind<RegisterToken>('registerPushToken'),
  /** Sends one notification to all devices of a user. */
  sendMobilePush: jobKind<SendMobilePush>('pushToApps'),
  /** COMPAT(heddle): of earlier versions, whose nodes could not send what is enqueued now. */
  sendStoredMobilePush: jobKind<SendMobilePush>('sendMobilePush'),
};

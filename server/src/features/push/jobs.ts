/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';
import type { WaitingNotice } from './notice.ts';

export interface SendWebPush {
  userId: number;
  subscriptionId: number;
  notice: WaitingNotice;
  /** Milliseconds since 1970; not delivered later. */
  expiresAt: number;
}

export const jobs = {
  /** Sends one notification to one browser or app. */
  sendWebPush: jobKind<SendWebPush>('pushToSubscription'),
  /** COMPAT(heddle): of earlier versions, whose nodes could not send what is enqueued now. */
  sendStoredWebPush: jobKind<SendWebPush>('sendWebPush'),
};

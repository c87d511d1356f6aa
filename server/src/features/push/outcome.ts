/** The hook for the outcome of a message's push notification. */
import { defineHook } from '../../core/log/index.ts';

export interface PushOutcome {
  userId: number;
  messageId: number;
  /** `delivered`: a push service has accepted it for at least one device of the user. */
  outcome: 'delivered' | 'failed' | 'unnecessary';
}

export const pushOutcome = defineHook<PushOutcome>('push settled');

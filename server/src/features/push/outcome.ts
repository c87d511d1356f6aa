/** The hook for the outcome of a notification of a message. */
import { defineHook } from '../../core/log/index.ts';

export interface PushOutcome {
  userId: number;
  messageId: number;
  /** `delivered`: a push service has it for one device of the person, or more. */
  outcome: 'delivered' | 'failed' | 'unnecessary';
}

export const pushOutcome = defineHook<PushOutcome>('push settled');

/** Job kinds of this feature, with their payloads. */
import type { Trigger } from './serialize-call.ts';
import { jobKind } from '../../core/jobs/index.ts';

export interface CallWebhook {
  botId: number;
  messageId: number;
  trigger: Trigger;
  /** When someone requested the repetition; its response is posted even if an earlier one was. */
  again?: number;
}

export const jobs = {
  /** Calls a bot by HTTP. */
  callWebhook: jobKind<CallWebhook>('callWebhook'),
};

/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';

export interface RunBot {
  botId: number;
  messageId: number;
  trigger: 'mention' | 'direct_message';
}

export const jobs = {
  /** Runs an embedded bot for one message. */
  runBot: jobKind<RunBot>('runBot'),
};

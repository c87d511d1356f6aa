/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';

export const jobs = {
  /** Notifies people whom an edit mentions. */
  notifyMentioned: jobKind<{ messageId: number }>('tellMentioned'),
};

/** The kinds of jobs of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/job.ts';

export const jobs = {
  /** Notifies people whom an edit mentions. */
  tellMentioned: jobKind<{ messageId: number }>('tellMentioned'),
};

/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';

export interface DeliverScheduled {
  id: number;
  /** When it was due as this job was put in, in milliseconds since 1970; one that was put off has another job. */
  at: number;
}

export const jobs = {
  /** Sends a scheduled message. */
  deliverScheduled: jobKind<DeliverScheduled>('deliverScheduled'),
};

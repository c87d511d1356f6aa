/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';

export interface DeliverScheduled {
  id: number;
  /** Delivery time when the job was enqueued, in milliseconds since 1970. Rescheduling enqueues another job. */
  at: number;
}

export const jobs = {
  /** Sends a scheduled message. */
  deliverScheduled: jobKind<DeliverScheduled>('deliverScheduled'),
};

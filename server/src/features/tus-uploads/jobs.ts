/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';

export interface RemoveUnfinished {
  ids: string[];
}

export const jobs = {
  /** Deletes the bytes of uploads that expired. */
  removeUnfinished: jobKind<RemoveUnfinished>('removeUnfinished'),
};

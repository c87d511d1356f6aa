/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';

export const jobs = {
  /** Starts an export and repeats until it has ended. */
  makeExport: jobKind<{ id: number }>('makeExport'),
  /** Deletes an archive. */
  deleteExportFile: jobKind<{ path: string }>('deleteExportFile'),
};

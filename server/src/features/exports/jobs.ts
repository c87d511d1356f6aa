/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';

export const jobs = {
  /** Sees to it that an export is under way, until it has ended. */
  makeExport: jobKind<{ id: number }>('makeExport'),
  /** Deletes an archive. */
  deleteExportFile: jobKind<{ path: string }>('deleteExportFile'),
};

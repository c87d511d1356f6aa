/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';

export const jobs = {
  /** Starts the requested work and repeats until it has ended. */
  runImport: jobKind<{ id: number }>('runImport'),
  /** Deletes an archive that no row names. */
  deleteImportFile: jobKind<{ path: string }>('deleteImportFile'),
};

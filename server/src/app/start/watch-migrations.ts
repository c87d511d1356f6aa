/** Refuses a migration that has ended the process repeatedly, so that the operator reads why instead of finding a server that starts for ever. */
import type { WatchMigration } from '../../db/migrate.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import { mostCrashes, type RunningWork } from '../../lib/storage/running-work.ts';
import { heddleVersion } from '../../lib/version.ts';

export const watchMigrations =
  (runningWork: RunningWork): WatchMigration =>
  (name) => {
    // Another version may succeed.
    const key = `migration ${name} of ${heddleVersion}`;
    if (runningWork.crashes(key) < mostCrashes) return runningWork.mark(key);
    throw new StartRefused(
      `The server ended ${String(mostCrashes)} times in a row during migration ${name}, of which nothing is kept. See its log and that of ` +
        `the system, in particular for lack of memory. To try again, delete ${runningWork.path ?? 'its marks'}; or start the ` +
        'version of Heddle that last used this database.',
    );
  };

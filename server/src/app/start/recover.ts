/** What a running server does about a database that failed: brings it back, finds out what was stored, and continues. */
import type { CatchUp } from '../../core/events/index.ts';
import type { Opened } from '../../db/open.ts';
import type { App } from '../open-app.ts';
import { Recovery } from '../../lib/storage/recovery.ts';
import { VerificationRounds } from './verification-rounds.ts';

/** A database that came back is to be used again within two seconds. */
const pauseMs = 250;

interface RecoveryContext {
  opened: Opened;
  /** Resolves when nothing is being written. */
  drain(): Promise<void>;
  catchUp: CatchUp;
}

export interface FaultRecovery {
  /** Verifies all that is stored, as is done in rounds. Never rejects: damage is a state. */
  verify(): Promise<void>;
  stop(): Promise<void>;
}

export function recoverFromFaults(app: App, { opened, drain, catchUp }: RecoveryContext): FaultRecovery {
  const { hub, storage } = app;
  const recovery = new Recovery({
    health: storage.database,
    pauseMs,
    async check(signal) {
      const kind = storage.database.fault?.kind ?? 'unreachable';
      await drain();
      await opened.recover(kind, signal);
      await catchUp.catchUpAll();
    },
    recovered: () => goOn(app),
  });
  // Anyone who waits for events learns of the state by the response, and asks again.
  for (const health of Object.values(storage)) health.onChange(() => hub.endPolls());
  const rounds = new VerificationRounds(opened, storage.database, app.log);
  return {
    verify: () => rounds.round(),
    async stop() {
      rounds.stop();
      await recovery.stop();
    },
  };
}

/** Background work that failed meanwhile is taken up at once. */
function goOn({ keeper, jobs, workers }: App): void {
  keeper.excuseSilence();
  jobs.wake();
  for (const worker of workers) worker.wake?.();
}

/** Recovers from a database failure: reconnects, determines what was committed, and continues. */
import type { CatchUp } from '../../core/events/index.ts';
import type { GivenIds } from '../../core/log/index.ts';
import type { Opened } from '../../db/open.ts';
import type { App } from '../open-app.ts';
import { Recovery } from '../../lib/storage/recovery.ts';
import { RowHashing } from './row-hashing.ts';
import { DamageNotices, VerificationRounds } from './verification-rounds.ts';

/** A recovered database should be in use again within two seconds. */
const pauseMs = 250;

interface RecoveryContext {
  opened: Opened;
  /** Resolves when no write is in progress. */
  drain(): Promise<void>;
  catchUp: CatchUp;
  givenIds: GivenIds;
}

export interface FaultRecovery {
  /** Verifies all stored data, like the periodic verification. Never rejects: damage is a state. */
  verify(): Promise<void>;
  /** Hashes the rows that have changed, like the periodic work. Never rejects. */
  hashRows(): Promise<void>;
  stop(): Promise<void>;
}

export function recoverFromFaults(
  app: App,
  { opened, drain, catchUp, givenIds }: RecoveryContext,
): FaultRecovery {
  const { hub, storage } = app;
  const recovery = new Recovery({
    health: storage.database,
    pauseMs,
    async check(signal) {
      const kind = storage.database.fault?.kind ?? 'unreachable';
      await drain();
      await opened.recover(kind, signal);
      // It may be another database than before, or lack what was stored last.
      await givenIds.resume(opened.writer);
      await catchUp.catchUpAll();
    },
    recovered: () => goOn(app),
  });
  // A client waiting for events gets the error in the response, and polls again.
  for (const health of Object.values(storage)) health.onChange(() => hub.endPolls());
  const { db, log } = app;
  const [health, damage] = [storage.database, new DamageNotices(app)];
  const hashing = new RowHashing({ db, health, log, damage });
  const rounds = new VerificationRounds({ opened, health, log, damage });
  return {
    verify: () => rounds.round(),
    hashRows: () => hashing.round(),
    async stop() {
      rounds.stop();
      await hashing.stop();
      await recovery.stop();
    },
  };
}

/** Restarts background work that failed during the outage. */
function goOn({ keeper, jobs, workers }: App): void {
  keeper.excuseSilence();
  jobs.wake();
  for (const worker of workers) worker.wake?.();
}

import { StorageFault } from '../../lib/storage/faults.ts';
import { errorCode } from '../../lib/thrown.ts';

/** A transaction has failed and nothing of it is stored, but it may well succeed when it is run from the start. */
export class BeginAgain extends Error {
  override name = 'BeginAgain';
}

/**
 * A newer version has added a column to a table while this one runs: what PostgreSQL had prepared to give all columns of it
 * fails once, and works when it is prepared again. In a transaction nothing else works until that is rolled back.
 */
export const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof Error &&
  errorCode(error) === '0A000' &&
  error.message.includes('cached plan must not change result type');

/** Whether two transactions waited for each other, such as a statement and a migration, and this one was chosen to fail. */
export const isDeadlock = (error: unknown): boolean =>
  errorCode(error instanceof StorageFault ? error.cause : error) === '40P01';

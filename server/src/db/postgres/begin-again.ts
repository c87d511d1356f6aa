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
  (error as { code?: unknown }).code === '0A000' &&
  error.message.includes('cached plan must not change result type');
